import type { Ctx } from '#app/domain/ctx.server.ts';
import { listDeliveries, listDeliveryRecipients } from '#app/domain/emails/read-deliveries.server.ts';
import { DeliveryListQuerySchema, DeliveryRecipientsQuerySchema } from '#app/schemas/delivery-screens.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { DELIVERY_COLUMNS, RECIPIENT_COLUMNS, reportDelivery } from '#cli/report-delivery.server.ts';
import { type PageOptions, parseFields, parseListFilter } from '#cli/parse-options.server.ts';
import { findDelivery } from '#cli/email-references.server.ts';
import { onePage, pagesFor, printList } from '#cli/terminal/print-list.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { retryDelivery } from '#app/domain/emails/transition-delivery.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { applyChange, applyUnasked, type ChangeOptions } from '#cli/apply-change.server.ts';
import { listBouncedAddresses, noteBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { findUserInvite } from '#app/domain/invites/list-invites.server.ts';
import { findUserOfAddress } from '#app/domain/users/read-users.server.ts';
import { type BounceReport, BounceReportSchema } from '#app/schemas/email.ts';

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
    empty: email === undefined ? 'Nothing has been sent yet.' : 'Nothing was sent to a matching address.',
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
      '--direction sorts the list of deliveries, not the recipients of one.',
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
      const failed = `${counted(counts.failed, 'failed email')} of “${template.name}” again`;
      const { isDone } = await applyChange(context, options, ctx, {
        make: (tx) => retryDelivery(tx, id),
        question: () => `Send ${failed}?`,
      });
      if (!isDone) {
        context.say(`Would send ${failed}.`);
        return EXIT.done;
      }
      context.say(`Sending ${failed}.`);
      return reportDelivery(context, ctx, { id, wait: options.wait === true, otherwise: EXIT.done });
    },
    NEEDED_FOR_MAIL,
  );
}

export interface BounceOptions extends ChangeOptions {
  readonly reason?: string;
}

/** `laurel emails bounce ADDRESS [--reason R]`: records a bounce, also for an unknown address, with a warning. */
export async function emailsBounce(
  context: CommandContext,
  address: string,
  { reason = '', ...options }: BounceOptions,
): Promise<ExitCode> {
  const report = parseFields(BounceReportSchema, { email: address, reason }, { email: 'ADDRESS' });
  return withServices(context, async (ctx) => {
    if (await isAlready(ctx, report)) {
      context.say(`${report.email} is already recorded as bounced.`);
      return EXIT.nothingToDo;
    }
    const { isDone } = await applyUnasked(options, ctx, (tx) =>
      noteBounce(tx, { email: report.email, source: 'CLI', reason: report.reason }),
    );
    if (await isNobodys(ctx, report.email)) {
      context.say(`No account or open invite has the address ${report.email}. Is it correct?`);
    }
    context.say(
      isDone
        ? `We won't email ${report.email}, except for sign-in codes, until an administrator clears it.`
        : `Would record ${report.email} as bounced.`,
    );
    return EXIT.done;
  });
}

async function isAlready(ctx: Ctx, { email, reason }: BounceReport): Promise<boolean> {
  const { items } = await listBouncedAddresses(ctx, { email });
  const known = items.find(({ address }) => address === email.toLowerCase());
  return known !== undefined && (reason === '' || reason === known.reason);
}

async function isNobodys(ctx: Ctx, email: string): Promise<boolean> {
  return (await findUserOfAddress(ctx, email)) === null && (await findUserInvite(ctx, email)) === null;
}
