import type { DeliveryAnswer, DeliveryCounts } from '#app/schemas/email.ts';

export interface DeliveryProgress {
  readonly total: number;
  /** Those that left, or were tried in vain; what was taken back is not done. */
  readonly done: number;
  /** Those that still have to leave. */
  readonly open: number;
}

/** How far a delivery has come. */
export function progressOf(counts: DeliveryCounts): DeliveryProgress {
  const open = counts.queued + counts.sending + counts.deferred;
  const done = counts.sent + counts.failed + counts.bounced;
  return { total: open + done + counts.cancelled, done, open };
}

/** Whether something may happen to a delivery's emails without anybody acting. */
export function isMoving({ status, counts }: Pick<DeliveryAnswer, 'status' | 'counts'>): boolean {
  return status === 'SENDING' || status === 'SCHEDULED' || counts.sending > 0;
}

/** Whether another number of emails stands somehow than before. */
export function hasMoved(before: DeliveryCounts, now: DeliveryCounts): boolean {
  return Object.entries(before).some(([name, count]) => now[name as keyof DeliveryCounts] !== count);
}

/** How many were done at a moment, in milliseconds of any clock. */
export interface ProgressSample {
  readonly at: number;
  readonly done: number;
}

/** How many are done a second, from the first sample to the last; null while that cannot be told. */
export function rateOf(samples: readonly ProgressSample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at <= first.at || last.done <= first.done)
    return null;
  return ((last.done - first.done) * 1000) / (last.at - first.at);
}

const SECONDS_A_MINUTE = 60;
const MINUTES_AN_HOUR = 60;

/** The rate and the time left in words: '12 a second, about 3 minutes left'. */
export function formatPace(rate: number, open: number): string {
  return `${formatRate(rate)}, ${formatTimeLeft(open / rate)}`;
}

function formatRate(rate: number): string {
  return rate >= 1
    ? `${Math.round(rate)} a second`
    : `${Math.max(1, Math.round(rate * SECONDS_A_MINUTE))} a minute`;
}

function formatTimeLeft(seconds: number): string {
  if (seconds < SECONDS_A_MINUTE) return 'less than a minute left';
  const minutes = Math.round(seconds / SECONDS_A_MINUTE);
  if (minutes < 2 * MINUTES_AN_HOUR)
    return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`;
  return `about ${Math.round(minutes / MINUTES_AN_HOUR)} hours left`;
}

/** Whether every email of a finished delivery left. */
export function isAllSent({ failed, bounced, cancelled }: DeliveryCounts): boolean {
  return failed + bounced + cancelled === 0;
}
