import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** Characters per chunk. Twice as large ones would survive minor garbage collections and fill the memory. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Yields the lines of all rows in chunks of about `CHUNK_CHARACTERS`, letting other work run before each. */
export async function* inChunks<Row>(
  rows: readonly Row[],
  linesOf: (row: Row) => string,
): AsyncGenerator<string, void> {
  let chunk = '';
  for (const row of rows) {
    chunk += linesOf(row);
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
    await setImmediate();
  }
  if (chunk !== '') yield chunk;
}

let lastTurn: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Runs `work` after earlier calls and other tasks of this thread. While other exports wait, each turn is
 * followed by a pause of equal length, so that exports use at most half of the time.
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
