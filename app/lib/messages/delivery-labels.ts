import { counted, grouped, plural } from '#app/lib/text/counted.ts';
import { isAllSent, formatPace, progressOf } from '#app/lib/messages/delivery-progress.ts';
import type { DeliveryAnswer, DeliveryCounts } from '#app/schemas/email.ts';

/** '1 email', '38 emails' */
export function emails(count: number): string {
  return counted(count, 'email');
}

/** '11 of 12 emails' */
export function formatShare(part: number, total: number): string {
  return `${grouped(part)} of ${emails(total)}`;
}

/** The verb of a share: '1 of 12 emails is', '0 of 1 email is', '11 of 12 emails are'. */
export function isOrAre(part: number, total: number): 'is' | 'are' {
  return part === 1 ? 'is' : plural(total, 'is', 'are');
}

/** How a delivery ended (specification, section 8), or what failed. */
export function formatOutcome(counts: DeliveryCounts): string {
  const { sent, failed, bounced, cancelled } = counts;
  if (isAllSent(counts)) return `Successfully sent ${emails(sent)}`;
  const parts = [
    ...(failed > 0 ? [`${grouped(failed)} couldn’t be sent`] : []),
    ...(bounced > 0 ? [`${grouped(bounced)} bounced`] : []),
    ...(cancelled > 0 ? [counted(cancelled, 'was canceled', 'were canceled')] : []),
  ];
  const { total } = progressOf(counts);
  const were = isOrAre(sent, total) === 'is' ? 'was' : 'were';
  return `${formatShare(sent, total)} ${were} sent; ${parts.join(', ')}.`;
}

/**
 * What a delivery is doing, in words.
 *
 * @param rate emails a second; null while that cannot be told
 */
export function formatProgress(
  { status, counts }: Pick<DeliveryAnswer, 'status' | 'counts'>,
  rate: number | null,
): string {
  const { open } = progressOf(counts);
  switch (status) {
    case 'SENDING':
      if (open > 0 && counts.deferred === open) return 'Nothing will be sent before the next attempt.';
      return rate === null || open === 0 ? 'Being sent' : `Being sent: ${formatPace(rate, open)}`;
    case 'PAUSED':
      return `Paused. Nothing will be sent until it’s resumed.${stillLeaving(counts)}`;
    case 'AWAITING_APPROVAL':
      return 'Nothing will be sent until it’s approved.';
    case 'CANCELLED':
      return `Canceled. Nothing more will be sent.${stillLeaving(counts)}`;
    case 'FINISHED':
    case 'SCHEDULED':
      return '';
  }
}

/** A pause holds back what has not left a worker's hands. */
function stillLeaving({ sending }: DeliveryCounts): string {
  return sending === 0 ? '' : ` ${counted(sending, 'email is', 'emails are')} being sent right now.`;
}

/** What of a delivery waits for another try; what follows tells when and why. */
export function formatWaiting({ deferred }: DeliveryCounts): string {
  return counted(deferred, 'email is waiting to be retried', 'emails are waiting to be retried');
}

/** An answer of a mail server begins with its code; anything else are words of our own. */
const SERVER_ANSWER = /^[2-5]\d\d[ -]/;

/** Why an email has to be tried again, told by the mail server or, where that gave no answer, by us. */
export function formatLastAttempt(response: string): string {
  return SERVER_ANSWER.test(response)
    ? `the mail server said: ${response}`
    : `the last attempt failed: ${response}`;
}
