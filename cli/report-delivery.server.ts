import type { Ctx } from '#app/domain/ctx.server.ts';
import { getDelivery } from '#app/domain/emails/read-deliveries.server.ts';
import { isAllSent } from '#app/lib/messages/delivery-progress.ts';
import { formatOutcome } from '#app/lib/messages/delivery-labels.ts';
import type { DeliveryAnswer } from '#app/schemas/email.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT, type ExitCode } from './command-failure.ts';
import { DELIVERY_COLUMNS } from './delivery-columns.ts';
import { followDelivery, hasEnded } from './follow-delivery.server.ts';
import { ignoreBrokenPipe } from '#cli/terminal/ignore-broken-pipe.ts';
import { printRecord } from '#cli/terminal/print-record.ts';

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

/** Emails canceled because the recipient is no longer on the staff don't count as failures. */
function endOf({ counts, status }: DeliveryAnswer): ExitCode {
  if (isAllSent(counts)) return EXIT.done;
  if (counts.sent === 0) return EXIT.failed;
  return counts.failed + counts.bounced > 0 || status === 'CANCELLED' ? EXIT.partlyDone : EXIT.done;
}
