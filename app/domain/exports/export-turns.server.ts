import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

let lastTurn: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Runs `work` when all that were given here before have ended, and after what else waits for this thread: exports that read and
 * write lines all at once would leave nobody else any of the database or of the thread. Where others wait for their turn, the next one
 * begins after a pause as long as this one, so that several exports leave half of the time to everybody else. A failure is the caller's
 * alone.
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
