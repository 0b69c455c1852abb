import { counted, plural } from '#app/lib/text/counted.ts';
import type { DeliveryResponse, DeliveryCounts } from '#app/schemas/email.ts';

export interface DeliveryProgress {
  readonly total: number;
  /** Sent, failed or bounced; canceled ones don't count. */
  readonly done: number;
  /** Still to be sent. */
  readonly open: number;
}

export function progressOf(counts: DeliveryCounts): DeliveryProgress {
  const open = counts.queued + counts.sending + counts.deferred;
  const done = counts.sent + counts.failed + counts.bounced;
  return { total: open + done + counts.cancelled, done, open };
}

/** Returns whether a delivery's emails may change without user action. */
export function isInProgress({ status, counts }: Pick<DeliveryResponse, 'status' | 'counts'>): boolean {
  return status === 'SENDING' || status === 'SCHEDULED' || counts.sending > 0;
}

/** Returns whether any count has changed. */
export function countsDiffer(before: DeliveryCounts, now: DeliveryCounts): boolean {
  return Object.entries(before).some(([name, count]) => now[name as keyof DeliveryCounts] !== count);
}

/** `at` is in milliseconds of any clock. */
export interface ProgressSample {
  readonly at: number;
  readonly done: number;
}

/** Returns how many emails per second were done from the first to the last sample; null if unknown. */
export function rateOf(samples: readonly ProgressSample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at <= first.at || last.done <= first.done)
    return null;
  return ((last.done - first.done) * 1000) / (last.at - first.at);
}

const SECONDS_A_MINUTE = 60;
const MINUTES_AN_HOUR = 60;

/** Returns the rate and the time left: '12 a second, about 3 minutes left'. */
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
    return plural(minutes, 'about a minute left', `about ${minutes} minutes left`);
  return `about ${counted(Math.round(minutes / MINUTES_AN_HOUR), 'hour')} left`;
}

/** Returns whether every email of a finished delivery was sent. */
export function isAllSent({ failed, bounced, cancelled }: DeliveryCounts): boolean {
  return failed + bounced + cancelled === 0;
}
