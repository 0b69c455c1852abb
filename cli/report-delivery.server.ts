import type { Ctx } from '#app/domain/ctx.server.ts';
import { getDelivery } from '#app/domain/emails/read-deliveries.server.ts';
import { isAllSent } from '#app/lib/messages/delivery-progress.ts';
import { formatOutcome } from '#app/lib/messages/delivery-labels.ts';
import type { DeliveryAnswer } from '#app/schemas/email.ts';
import type { Call } from './call.ts';
import { EXIT, type ExitCode } from './command-failure.ts';
import { DELIVERY_COLUMNS } from './delivery-columns.ts';
import { followDelivery, hasEnded } from './follow-delivery.server.ts';
import { ignoreBrokenPipe } from '#cli/terminal/ignore-broken-pipe.ts';
import { printRecord } from '#cli/terminal/print-record.ts';

export interface DeliveryReport {
  readonly id: string;
  /** Follow it to its end first. */
  readonly wait: boolean;
  /** What to end with where nothing was waited for, or an earlier call's sending had ended before. */
  readonly otherwise: ExitCode;
}

/** Prints a delivery, where it is waited for once it has ended, with how it ended, and answers what to end with. */
export async function reportDelivery(
  call: Call,
  ctx: Ctx,
  { id, wait, otherwise }: DeliveryReport,
): Promise<ExitCode> {
  const before = await getDelivery(ctx, id);
  const isFollowed = wait && !hasEnded(before);
  const delivery = isFollowed ? await followDelivery(call, ctx, id) : before;
  const { timeZone } = ctx.settings;
  await ignoreBrokenPipe(() => printRecord(call, { record: delivery, fields: DELIVERY_COLUMNS, timeZone }));
  if (!wait) return otherwise;
  call.say(formatOutcome(delivery.counts));
  if (delivery.counts.failed > 0) call.say(`To resend the failed emails, run \`laurel emails retry ${id}\`.`);
  // What this call wrote may have gone out, or failed, before it was first looked at.
  return isFollowed || otherwise === EXIT.done ? endOf(delivery) : otherwise;
}

/** People who are no staff any more get no email, which is no failure. */
function endOf({ counts, status }: DeliveryAnswer): ExitCode {
  if (isAllSent(counts)) return EXIT.done;
  if (counts.sent === 0) return EXIT.failed;
  return counts.failed + counts.bounced > 0 || status === 'CANCELLED' ? EXIT.partlyDone : EXIT.done;
}
