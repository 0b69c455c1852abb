import { isRecord } from '#app/lib/records.ts';

/** Network faults and PostgreSQL's own words for going away: shutdown, start-up, crash, too many connections. */
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08006',
]);

/** The last is what the first statement of a transaction meets whose BEGIN found the connection dead: the cause is not told. */
const AWAY_MESSAGES =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Timeout acquiring a connection|Client has encountered a connection error|server closed the connection|Transaction query already complete/i;

/** Whether an error, or one it was caused by, means that the database cannot be reached. */
export function isDatabaseAway(error: unknown): boolean {
  if (!isRecord(error)) return false;
  if (typeof error['code'] === 'string' && AWAY_CODES.has(error['code'])) return true;
  if (typeof error['message'] === 'string' && AWAY_MESSAGES.test(error['message'])) return true;
  if (Array.isArray(error['errors']) && error['errors'].some(isDatabaseAway)) return true;
  return error['cause'] !== undefined && isDatabaseAway(error['cause']);
}
