import { isRecord } from '#app/lib/records.ts';

const CONNECTION_FAILURES = ['LOST', 'NO_RESPONSE', 'POOL_IN_USE'] as const;

/** Why a connection failed: lost, no response in time, or no free connection in the pool in time. */
export type ConnectionFailure = (typeof CONNECTION_FAILURES)[number];

/** Properties that the database layer sets on connection errors. MikroORM copies them to its own exceptions. */
export interface ConnectionError {
  readonly loss: ConnectionFailure;
  /** Whether a COMMIT was interrupted, so that its outcome is unknown. */
  readonly mayBeSaved: boolean;
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** SQLSTATEs of connections that PostgreSQL ends or refuses: shutdown, startup, crash, too many, idle for too long. */
const ENDING = /^(?:57P0[1-5]|53300|08...|25P03)$/;

/** Marks an error as a connection error unless it is about a statement. Returns the same error. */
export function markConnectionError(error: unknown, connectionError: ConnectionError): unknown {
  if (!isRecord(error) || 'loss' in error) return error;
  const code = typeof error['code'] === 'string' ? error['code'] : '';
  return SQLSTATE.test(code) && !ENDING.test(code) ? error : Object.assign(error, connectionError);
}

/** Returns the connection error's properties from an error or its causes; null for other errors. */
export function connectionErrorOf(error: unknown): ConnectionError | null {
  if (!isRecord(error)) return null;
  const loss = CONNECTION_FAILURES.find((one) => one === error['loss']);
  return loss === undefined
    ? connectionErrorOf(error['cause'])
    : { loss, mayBeSaved: error['mayBeSaved'] === true };
}
