import type { Ctx } from '#app/domain/ctx.server.ts';
import { listDeliveries, listDeliveryRecipients } from '#app/domain/emails/read-deliveries.server.ts';
import { DeliveryListQuerySchema, DeliveryRecipientsQuerySchema } from '#app/schemas/email-deliveries.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { DELIVERY_COLUMNS, RECIPIENT_COLUMNS } from '#cli/delivery-columns.ts';
import { type PageOptions, parseListFilter } from '#cli/parse-options.server.ts';
import { findDelivery } from '#cli/references.server.ts';
import { onePage, pagesFor, printList } from '#cli/terminal/print-list.ts';
import { printRecord } from '#cli/terminal/print-record.ts';

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

/** JSON has the delivery with its recipients, a table has both, CSV and NDJSON have only the recipients. */
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
