import { isRecord } from '#app/lib/records.ts';

const LOSSES = ['LOST', 'NO_ANSWER', 'POOL_IN_USE'] as const;

/** What became of a connection: lost, silent for longer than its caller may wait, or none of the pool's was free for as long. */
export type Loss = (typeof LOSSES)[number];

/**
 * What the database layer notes on an error that tells of a connection instead of a statement. MikroORM makes exceptions of its own of
 * such errors, and copies their properties: these notes are found on both.
 */
export interface ConnectionError {
  readonly loss: Loss;
  /** Whether what was cut off was to make changes last: nobody knows whether it did. */
  readonly mayBeSaved: boolean;
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** PostgreSQL's words for a connection that it ends or does not take: shutdown, start-up, crash, too many, idle for too long. */
const ENDING = /^(?:57P0[1-5]|53300|08...|25P03)$/;

/** Notes on an error of the driver what it tells of its connection, unless it tells of a statement; answers the same error. */
export function noted(error: unknown, connectionError: ConnectionError): unknown {
  if (!isRecord(error) || 'loss' in error) return error;
  const code = typeof error['code'] === 'string' ? error['code'] : '';
  return SQLSTATE.test(code) && !ENDING.test(code) ? error : Object.assign(error, connectionError);
}

/** What an error, or one it was caused by, tells of its connection; null where it tells nothing. */
export function connectionErrorOf(error: unknown): ConnectionError | null {
  if (!isRecord(error)) return null;
  const loss = LOSSES.find((one) => one === error['loss']);
  return loss === undefined
    ? connectionErrorOf(error['cause'])
    : { loss, mayBeSaved: error['mayBeSaved'] === true };
}
