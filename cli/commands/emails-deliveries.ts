import type { Ctx } from '#app/domain/ctx.server.ts';
import { listDeliveries, listDeliveryRecipients } from '#app/domain/emails/read-deliveries.server.ts';
import { DeliveryListQuerySchema, DeliveryRecipientsQuerySchema } from '#app/schemas/email-deliveries.ts';
import type { Call } from '#cli/call.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { DELIVERY_COLUMNS, RECIPIENT_COLUMNS } from '#cli/delivery-columns.ts';
import { type PageOptions, parseListFilter } from '#cli/parse-options.server.ts';
import { deliveryNamed } from '#cli/references.server.ts';
import { onePage, pagesFor, printList } from '#cli/terminal/print-list.ts';
import { printRecord } from '#cli/terminal/print-record.ts';

export interface DeliveriesOptions extends PageOptions {
  readonly email?: string;
  readonly state?: readonly string[];
}

/** `laurel emails deliveries [ID]`: lists deliveries, newest first, or shows one with its recipients. */
export async function emailsDeliveries(
  call: Call,
  id: string | undefined,
  options: DeliveriesOptions,
): Promise<ExitCode> {
  await withCommandContext(call, (ctx) =>
    id === undefined ? printDeliveries(call, ctx, options) : printDelivery(call, ctx, id, options),
  );
  return EXIT.done;
}

async function printDeliveries(
  call: Call,
  ctx: Ctx,
  { state, ...options }: DeliveriesOptions,
): Promise<void> {
  if (state !== undefined) {
    throw new CommandFailure('--state filters the recipients of one delivery. Add its ID.', EXIT.usage);
  }
  const { email, direction, limit, offset } = options;
  const query = parseListFilter(DeliveryListQuerySchema, { email, direction, limit, offset });
  await printList(call, {
    columns: DELIVERY_COLUMNS,
    pages: pagesFor(query, async (page) => (await listDeliveries(ctx, { ...query, ...page })).items),
    timeZone: ctx.settings.timeZone,
    empty: email === undefined ? 'Nothing has been sent yet.' : 'Nothing was sent to a matching address.',
  });
}

/** JSON has the delivery with its recipients, a table has both, CSV and NDJSON have only the recipients. */
async function printDelivery(
  call: Call,
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
  const delivery = await deliveryNamed(ctx, id);
  const { timeZone } = ctx.settings;
  if (call.format === 'json') {
    const { items: recipients } = await listDeliveryRecipients(ctx, delivery.id, query);
    return printRecord(call, { record: { ...delivery, recipients }, fields: DELIVERY_COLUMNS, timeZone });
  }
  if (call.format === 'table') {
    await printRecord(call, { record: delivery, fields: DELIVERY_COLUMNS, timeZone });
    await call.write('\n');
  }
  const { items } = await listDeliveryRecipients(ctx, delivery.id, query);
  await printList(call, {
    ...{ columns: RECIPIENT_COLUMNS, pages: onePage(items), timeZone },
    empty: 'No recipients match.',
  });
}
