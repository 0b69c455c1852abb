import type { Ctx } from '#app/domain/ctx.server.ts';
import { getDelivery } from '#app/domain/emails/read-deliveries.server.ts';
import { isAllSent, progressOf } from '#app/messages/delivery-progress.ts';
import { formatOutcome } from '#app/messages/delivery-labels.ts';
import type { DeliveryResponse, DeliveryRecipient } from '#app/schemas/email.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT, type ExitCode } from './command-failure.ts';
import { followDelivery, hasEnded } from './follow-delivery.server.ts';
import { ignoreBrokenPipe } from '#cli/command-output.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { audienceLine } from '#app/messages/audience-labels.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { DELIVERY_STATUS_LABELS, EMAIL_STATE_LABELS } from '#app/schemas/enums.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';

export interface DeliveryReport {
  readonly id: string;
  readonly wait: boolean;
  /** The exit code without `wait`, or if an earlier command's delivery had already ended. */
  readonly otherwise: ExitCode;
}

/** Prints a delivery, after it ends if `wait` is set, and returns the exit code. */
export async function reportDelivery(
  context: CommandContext,
  ctx: Ctx,
  { id, wait, otherwise }: DeliveryReport,
): Promise<ExitCode> {
  const before = await getDelivery(ctx, id);
  const isFollowed = wait && !hasEnded(before);
  const delivery = isFollowed ? await followDelivery(context, ctx, id) : before;
  const { timeZone } = ctx.settings;
  await ignoreBrokenPipe(() =>
    printRecord(context, { record: delivery, fields: DELIVERY_COLUMNS, timeZone }),
  );
  if (!wait) return otherwise;
  context.say(formatOutcome(delivery.counts));
  if (delivery.counts.failed > 0)
    context.say(`To resend the failed emails, run \`laurel emails retry ${id}\`.`);
  // This command's delivery may have ended before it was first read.
  return isFollowed || otherwise === EXIT.done ? endOf(delivery) : otherwise;
}

/** Returns the exit code. Emails canceled because the recipient left the staff don't count as failures. */
function endOf({ counts, status }: DeliveryResponse): ExitCode {
  if (isAllSent(counts)) return EXIT.done;
  if (counts.sent === 0) return EXIT.failed;
  return counts.failed + counts.bounced > 0 || status === 'CANCELLED' ? EXIT.partlyDone : EXIT.done;
}

export const DELIVERY_COLUMNS: readonly Column<DeliveryResponse>[] = [
  { title: 'Email', cell: ({ template }) => template.name },
  { title: 'To', cell: ({ audience }) => audienceLine(audience) },
  { title: 'Status', cell: ({ status }) => DELIVERY_STATUS_LABELS[status] },
  { title: 'Recipients', isNumber: true, cell: ({ counts }) => progressOf(counts).total },
  { title: 'Sent', isNumber: true, cell: ({ counts }) => counts.sent },
  { title: 'Open', isNumber: true, cell: ({ counts }) => progressOf(counts).open },
  { title: 'Failed', isNumber: true, cell: ({ counts }) => counts.failed },
  { title: 'Bounced', isNumber: true, cell: ({ counts }) => counts.bounced },
  { title: 'Canceled', isNumber: true, cell: ({ counts }) => counts.cancelled },
  { title: 'Created', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Scheduled', cell: ({ scheduledAt }) => instant(scheduledAt) },
  { title: 'Finished', cell: ({ finishedAt }) => instant(finishedAt) },
  { title: 'Created by', cell: ({ createdBy }) => (createdBy === null ? 'The system' : fullName(createdBy)) },
  { title: 'ID', cell: ({ id }) => id },
];

export const RECIPIENT_COLUMNS: readonly Column<DeliveryRecipient>[] = [
  { title: 'Name', cell: (person) => fullName(person) },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Schools', cell: ({ schools }) => ({ list: schools }) },
  { title: 'State', cell: ({ state }) => EMAIL_STATE_LABELS[state] },
  { title: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
  { title: 'Sent', cell: ({ sentAt }) => instant(sentAt) },
  { title: 'Next attempt', cell: ({ nextAttemptAt }) => instant(nextAttemptAt) },
  { title: 'Server response', cell: ({ response }) => response },
];
