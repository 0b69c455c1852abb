import { setImmediate } from 'node:timers/promises';

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` when all that were given here before have ended, and after what else waits for this thread: exports that read and
 * write lines all at once would leave nobody else any of the database or of the thread. A failure is the caller's alone.
 */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(async () => {
    await setImmediate();
    return work();
  });
  lastTurn = turn.catch(() => undefined);
  return turn;
}
