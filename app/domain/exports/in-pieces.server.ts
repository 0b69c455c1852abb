import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/**
 * Characters of a text that is handed out at once, or a row more. Texts of twice as many would be left over by the quick collections
 * of the garbage, and the memory of a long export would grow until a thorough one.
 */
const PIECE_CHARACTERS = 64 * 1024;

/**
 * The lines of all rows, as texts of some ten thousand characters, each made when it is asked for, and after what else waits for
 * this thread.
 */
export async function* inPieces<Row>(
  rows: readonly Row[],
  linesOf: (row: Row) => string,
): AsyncGenerator<string, void> {
  let piece = '';
  for (const row of rows) {
    piece += linesOf(row);
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
    await setImmediate();
  }
  if (piece !== '') yield piece;
}

let lastTurn: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Runs `work` when all that was given here before has ended, and after what else waits for this thread. Where others
 * wait, a pause as long as this one comes first: several exports leave half of the time to everybody else.
 */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  let begunAt = 0;
  waiting += 1;
  const turn = lastTurn.then(async () => {
    waiting -= 1;
    await setImmediate();
    begunAt = performance.now();
    return work();
  });
  const pause = () => (waiting > 0 ? sleep(performance.now() - begunAt) : undefined);
  lastTurn = turn.then(pause, pause);
  return turn;
}
