import { OptimisticLockError } from '@mikro-orm/core';
import { isRecord } from '#app/lib/records.ts';

/** PostgreSQL's serialization_failure and deadlock_detected. */
const RETRYABLE_CODES = ['40001', '40P01'];
const LOCK_NOT_AVAILABLE = ['55P03'];
const QUERY_CANCELED = ['57014'];

/** Returns whether a transaction failed only because of concurrent ones and can be retried. */
export function isRetryableTransactionError(error: unknown): boolean {
  return error instanceof OptimisticLockError || hasCode(error, RETRYABLE_CODES);
}

/** Returns whether the lock timeout expired. */
export function isLockedElsewhere(error: unknown): boolean {
  return hasCode(error, LOCK_NOT_AVAILABLE);
}

/** Returns whether a statement was canceled because it took too long. */
export function isCanceled(error: unknown): boolean {
  return hasCode(error, QUERY_CANCELED);
}

function hasCode(error: unknown, codes: readonly unknown[]): boolean {
  return isRecord(error) && (codes.includes(error['code']) || hasCode(error['cause'], codes));
}
