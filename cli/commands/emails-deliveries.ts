import type { Ctx } from '#app/domain/ctx.server.ts';
import { listDeliveries, listDeliveryRecipients } from '#app/domain/emails/read-deliveries.server.ts';
import { DeliveryListQuerySchema, DeliveryRecipientsQuerySchema } from '#app/schemas/delivery-screens.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { DELIVERY_COLUMNS, RECIPIENT_COLUMNS, reportDelivery } from '#cli/report-delivery.server.ts';
import { type PageOptions, parseListFilter } from '#cli/parse-options.server.ts';
import { findDelivery } from '#cli/email-references.server.ts';
import { onePage, pagesFor, printList } from '#cli/terminal/print-list.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import {
  approveDelivery,
  cancelDelivery,
  pauseDelivery,
  resumeDelivery,
  retryDelivery,
} from '#app/domain/emails/transition-delivery.server.ts';
import { DELIVERY_ACTION_DONE, formatUnsent } from '#app/messages/delivery-labels.ts';
import { progressOf } from '#app/messages/delivery-progress.ts';
import type { DeliveryResponse } from '#app/schemas/email.ts';
import { DELIVERY_STATUS_LABELS, type RecordedDeliveryStatus } from '#app/schemas/enums.ts';
import { counted } from '#app/lib/text/counted.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';

export interface DeliveriesOptions extends PageOptions {
  readonly email?: string;
  readonly state?: readonly string[];
}

/** `laurel emails deliveries [ID]`: lists deliveries, newest first, or shows one with its recipients. */
export async function emailsDeliveries(
  context: CommandContext,
  id: string | undefined,
  options: DeliveriesOptions,
): Promise<ExitCode> {
  await withServices(context, (ctx) =>
    id === undefined ? printDeliveries(context, ctx, options) : printDelivery(context, ctx, id, options),
  );
  return EXIT.done;
}

async function printDeliveries(
  context: CommandContext,
  ctx: Ctx,
  { state, ...options }: DeliveriesOptions,
): Promise<void> {
  if (state !== undefined) {
    throw new CommandFailure('--state filters the recipients of one delivery. Add its ID.', EXIT.usage);
  }
  const { email, direction, limit, offset } = options;
  const query = parseListFilter(DeliveryListQuerySchema, { email, direction, limit, offset });
  await printList(context, {
    columns: DELIVERY_COLUMNS,
    pages: pagesFor(query, async (page) => (await listDeliveries(ctx, { ...query, ...page })).items),
    timeZone: ctx.settings.timeZone,
    empty: email === undefined ? 'Nothing has been sent yet.' : 'No emails were sent to a matching address.',
  });
}

/** Prints a delivery with its recipients. CSV and NDJSON have only the recipients. */
async function printDelivery(
  context: CommandContext,
  ctx: Ctx,
  id: string,
  { direction, ...options }: DeliveriesOptions,
): Promise<void> {
  if (direction !== undefined) {
    throw new CommandFailure(
      '--direction sorts the list of deliveries, not the recipients of one. Remove it.',
      EXIT.usage,
    );
  }
  const { email, state, limit, offset } = options;
  const query = parseListFilter(DeliveryRecipientsQuerySchema, { email, state, limit, offset });
  const delivery = await findDelivery(ctx, id);
  const { timeZone } = ctx.settings;
  if (context.format === 'json') {
    const { items: recipients } = await listDeliveryRecipients(ctx, delivery.id, query);
    return printRecord(context, { record: { ...delivery, recipients }, fields: DELIVERY_COLUMNS, timeZone });
  }
  if (context.format === 'table') {
    await printRecord(context, { record: delivery, fields: DELIVERY_COLUMNS, timeZone });
    await context.write('\n');
  }
  const { items } = await listDeliveryRecipients(ctx, delivery.id, query);
  await printList(context, {
    ...{ columns: RECIPIENT_COLUMNS, pages: onePage(items), timeZone },
    empty: 'No recipients match.',
  });
}

export interface EmailRetryOptions extends ChangeOptions {
  readonly wait?: boolean;
}

/** `laurel emails retry ID`: resends the failed emails of a delivery, but not the bounced ones. */
export async function emailsRetry(
  context: CommandContext,
  reference: string,
  options: EmailRetryOptions,
): Promise<ExitCode> {
  return withServices(
    context,
    async (ctx) => {
      const { id, template, counts } = await findDelivery(ctx, reference);
      if (counts.failed === 0) {
        context.say('No emails in this delivery have failed.');
        return EXIT.nothingToDo;
      }
      const failed = `${counted(counts.failed, 'failed email')} of “${template.name}”`;
      const { isDone } = await applyChange(context, options, ctx, {
        make: (tx) => retryDelivery(tx, id),
        question: () => `Resend ${failed}?`,
      });
      if (!isDone) {
        context.say(`Would resend ${failed}.`);
        return EXIT.done;
      }
      context.say(`Resending ${failed}.`);
      return reportDelivery(context, ctx, { id, wait: options.wait === true, otherwise: EXIT.done });
    },
    NEEDED_FOR_MAIL,
  );
}

/** An action on a delivery that changes its status. */
export type DeliveryTransition = 'approve' | 'pause' | 'resume' | 'cancel';

interface Transition {
  readonly make: (ctx: Ctx, id: string) => Promise<DeliveryResponse>;
  /** The statuses after the action. A delivery that has one of them is left alone. */
  readonly to: readonly RecordedDeliveryStatus[];
}

const TRANSITIONS: Readonly<Record<DeliveryTransition, Transition>> = {
  approve: { make: approveDelivery, to: ['SENDING', 'SCHEDULED'] },
  pause: { make: pauseDelivery, to: ['PAUSED'] },
  resume: { make: resumeDelivery, to: ['SENDING', 'SCHEDULED'] },
  cancel: { make: cancelDelivery, to: ['CANCELLED'] },
};

/** `laurel emails approve|pause|resume|cancel ID`: changes the status of a delivery and prints it. */
export async function emailsTransition(
  context: CommandContext,
  act: DeliveryTransition,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  const { make, to } = TRANSITIONS[act];
  return withServices(
    context,
    async (ctx) => {
      const { id, template, status, counts } = await findDelivery(ctx, reference);
      if (to.includes(status)) {
        context.say(`“${template.name}” is already ${DELIVERY_STATUS_LABELS[status].toLowerCase()}.`);
        return EXIT.nothingToDo;
      }
      const what = `${act} the delivery of “${template.name}”`;
      const unsent = formatUnsent(progressOf(counts).open);
      const { outcome, isDone } = await applyChange(context, options, ctx, {
        make: (tx) => make(tx, id),
        question: () => `${what[0]?.toUpperCase()}${what.slice(1)}? ${unsent}`,
      });
      await printRecord(context, {
        ...{ record: outcome, fields: DELIVERY_COLUMNS, timeZone: ctx.settings.timeZone },
      });
      context.say(isDone ? DELIVERY_ACTION_DONE[act](outcome) : `Would ${what}. ${unsent}`);
      return EXIT.done;
    },
    NEEDED_FOR_MAIL,
  );
}
