import { OptimisticLockError } from '@mikro-orm/core';
import { isRecord } from '#app/lib/records.ts';

/** PostgreSQL's words for a transaction that gave way to others: serialization_failure and deadlock_detected. */
const GAVE_WAY_CODES = ['40001', '40P01'];
const LOCK_NOT_AVAILABLE = ['55P03'];
const QUERY_CANCELED = ['57014'];

/**
 * Whether an error says that a whole transaction was taken back only because of others at the same time, by the database or because a
 * version that was read has moved on: the same again may succeed.
 */
export function gaveWayToOthers(error: unknown): boolean {
  return error instanceof OptimisticLockError || hasCode(error, GAVE_WAY_CODES);
}

/** Whether an error says that someone else held a lock for longer than a statement may wait for it. */
export function isLockedElsewhere(error: unknown): boolean {
  return hasCode(error, LOCK_NOT_AVAILABLE);
}

/** Whether an error says that a statement took longer than it may. */
export function isCanceled(error: unknown): boolean {
  return hasCode(error, QUERY_CANCELED);
}

function hasCode(error: unknown, codes: readonly unknown[]): boolean {
  return isRecord(error) && (codes.includes(error['code']) || hasCode(error['cause'], codes));
}
