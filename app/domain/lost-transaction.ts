import { isRecord } from '#app/lib/records.ts';

/** PostgreSQL's words for a transaction that gave way to others: serialization_failure and deadlock_detected. */
const GAVE_WAY_CODES: readonly unknown[] = ['40001', '40P01'];

/**
 * Whether an error says that the database took a whole transaction back only because of others at the same time: the same again
 * may succeed.
 */
export function gaveWayToOthers(error: unknown): boolean {
  return isRecord(error) && (GAVE_WAY_CODES.includes(error['code']) || gaveWayToOthers(error['cause']));
}
