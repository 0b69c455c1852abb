import { isRecord } from '#app/lib/records.ts';

const LOSSES = ['LOST', 'NO_ANSWER', 'POOL_IN_USE'] as const;

/** Why a connection failed: lost, no response in time, or no free connection in the pool in time. */
export type Loss = (typeof LOSSES)[number];

/**
 * Properties that the database layer sets on a driver's connection errors.
 * MikroORM copies them to its own exceptions.
 */
export interface ConnectionError {
  readonly loss: Loss;
  /** Whether what was cut off was to make changes last: nobody knows whether it did. */
  readonly mayBeSaved: boolean;
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** SQLSTATEs of connections that PostgreSQL ends or refuses: shutdown, startup, crash, too many, idle for too long. */
const ENDING = /^(?:57P0[1-5]|53300|08...|25P03)$/;

/** Sets the connection error's properties unless the error is about a statement. Returns the same error. */
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
