import { counted, formatNumber, plural } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import { isAllSent, formatPace, progressOf } from '#app/messages/delivery-progress.ts';
import type { DeliveryAction } from '#app/schemas/email-forms.ts';
import type { BounceSource } from '#app/schemas/enums.ts';
import type { DeliveryResponse, DeliveryCounts } from '#app/schemas/email.ts';

/** Returns '1 email' or '38 emails'. */
export function emails(count: number): string {
  return counted(count, 'email');
}

/** Returns '11 of 12 emails'. */
export function formatShare(part: number, total: number): string {
  return `${formatNumber(part)} of ${emails(total)}`;
}

/** Describes how a delivery ended (specification, section 8), or what failed. */
export function formatOutcome(counts: DeliveryCounts): string {
  const { sent, failed, bounced, cancelled } = counts;
  if (isAllSent(counts)) return `Successfully sent ${emails(sent)}`;
  const parts = [
    ...(failed > 0 ? [`${formatNumber(failed)} couldn't be sent`] : []),
    ...(bounced > 0 ? [`${formatNumber(bounced)} bounced`] : []),
    ...(cancelled > 0 ? [counted(cancelled, 'was canceled', 'were canceled')] : []),
  ];
  const { total } = progressOf(counts);
  const were = sent === 1 ? 'was' : plural(total, 'was', 'were');
  return `${formatShare(sent, total)} ${were} sent; ${listed(parts)}.`;
}

/**
 * Describes what a delivery is doing.
 *
 * @param rate emails per second; null if unknown
 */
export function formatProgress(
  { status, counts }: Pick<DeliveryResponse, 'status' | 'counts'>,
  rate: number | null,
): string {
  const { open } = progressOf(counts);
  switch (status) {
    case 'SENDING':
      if (open > 0 && counts.deferred === open) return 'Nothing will be sent until the next attempt.';
      return rate === null || open === 0 ? 'Sending' : `Sending: ${formatPace(rate, open)}`;
    case 'PAUSED':
      return `Paused. Nothing more will be sent until you resume it.${sendingNote(counts)}`;
    case 'AWAITING_APPROVAL':
      return "Nothing will be sent until it's approved.";
    case 'CANCELLED':
      return `Canceled. Nothing more will be sent.${sendingNote(counts)}`;
    case 'FINISHED':
    case 'SCHEDULED':
      return '';
  }
}

/** Describes emails that a worker is still sending, because a pause doesn't stop those. */
function sendingNote({ sending }: DeliveryCounts): string {
  return sending === 0
    ? ''
    : ` ${counted(sending, 'email was', 'emails were')} already being sent and may still arrive.`;
}

/** Describes how many emails wait for another attempt. */
export function formatWaiting({ deferred }: DeliveryCounts): string {
  return counted(deferred, 'email is waiting to be retried', 'emails are waiting to be retried');
}

/** Mail server responses begin with a code; other texts are our own. */
const SERVER_ANSWER = /^[2-5]\d\d[ -]/;

/** Describes why an email is retried: the mail server's response, or our own message. */
export function formatLastAttempt(response: string): string {
  return SERVER_ANSWER.test(response)
    ? `The mail server said: ${response}`
    : `The last attempt failed: ${response}`;
}

/** What to say after an action on a delivery. */
export const DELIVERY_ACTION_DONE: Readonly<
  Record<DeliveryAction, (delivery: Pick<DeliveryResponse, 'status'>) => string>
> = {
  approve: () => 'Approved. Sending has started.',
  pause: () => 'Paused. Emails already being sent will still arrive.',
  resume: ({ status }) =>
    status === 'SCHEDULED' ? 'Resumed. The emails will be sent at the scheduled time.' : 'Sending resumed.',
  cancel: () => 'Canceled. No more emails will be sent.',
  retry: ({ status }) =>
    status === 'PAUSED'
      ? 'Failed emails will be resent when the delivery resumes.'
      : 'Resending failed emails.',
};

/** Describes how many emails a canceled delivery would no longer send. */
export function formatUnsent(open: number): string {
  return `${counted(open, "email hasn't", "emails haven't")} been sent yet.`;
}

/** Who reported that an address bounced. */
export const BOUNCE_SOURCE_LABELS: Readonly<Record<BounceSource, string>> = {
  SMTP: 'The mail server',
  REPORT: 'A bounce report',
  CLI: 'The command line',
};
