import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { type Listing, pageClause } from '#app/domain/listing.ts';
import { allOf, containsText, isAnyOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DeliveryStanding } from '#app/schemas/delivery-screens.ts';
import type { DeliveryAnswer, DeliveryDetails, DeliveryRecipient } from '#app/schemas/email.ts';
import type { DeliveryRecipientsQuery } from '#app/schemas/email-deliveries.ts';
import {
  DELIVERY_SELECT,
  deliveryOfRow,
  type DeliveryRow,
  type RecipientRow,
  recipientOfRow,
} from './delivery-rows.server.ts';

/** How a delivery stands: its counts without its recipients. For administrators; throws NotFound. */
export async function getDelivery(ctx: Ctx, id: string): Promise<DeliveryAnswer> {
  authorize(ctx.actor, 'email.manage');
  const [row] = await ctx.em.execute<DeliveryRow[]>(`${DELIVERY_SELECT} where d.id = ?`, [ctx.now(), id]);
  if (row === undefined) throw new NotFound();
  return deliveryOfRow(row);
}

/** The same, with when a mail is tried again and why it has to be. For administrators; throws NotFound. */
export async function getDeliveryStanding(ctx: Ctx, id: string): Promise<DeliveryStanding> {
  const delivery = await getDelivery(ctx, id);
  const [next] =
    delivery.counts.deferred === 0
      ? []
      : await ctx.em.execute<{ next_attempt_at: string; response: string | null }[]>(
          `select next_attempt_at, response from outbox_mail
            where delivery_id = ? and state = 'DEFERRED' order by next_attempt_at, id limit 1`,
          [id],
        );
  const nextTry = next === undefined ? null : { at: toIso(next.next_attempt_at), response: next.response };
  return { ...delivery, nextTry };
}

/** A delivery with each recipient's state, by address (decisions, section 6). For administrators; throws NotFound. */
export async function getDeliveryDetails(ctx: Ctx, id: string): Promise<DeliveryDetails> {
  const delivery = await getDelivery(ctx, id);
  const { items } = await listDeliveryRecipients(ctx, id);
  return { ...delivery, recipients: [...items] };
}

/** The recipients of a delivery by address, or a page of those that the query finds. For administrators. */
export async function listDeliveryRecipients(
  ctx: Ctx,
  id: string,
  query: DeliveryRecipientsQuery = {},
): Promise<Listing<DeliveryRecipient>> {
  authorize(ctx.actor, 'email.manage');
  const where = recipientsWhere(id, query);
  const page = pageClause(query);
  const rows = await ctx.em.execute<RecipientRow[]>(
    `select m.to_address, m.merge_values, m.state, m.attempts, m.next_attempt_at, m.response, m.sent_at
       from outbox_mail m where ${where.sql} order by m.to_address, m.id${page.sql}`,
    [...where.params, ...page.params],
  );
  return {
    items: rows.map(recipientOfRow),
    total: query.limit === undefined ? null : await countRecipients(ctx, where),
  };
}

async function countRecipients(ctx: Ctx, where: SqlFragment): Promise<number> {
  const [row] = await ctx.em.execute<{ total: number }[]>(
    `select count(*)::int as total from outbox_mail m where ${where.sql}`,
    [...where.params],
  );
  return row?.total ?? 0;
}

function recipientsWhere(id: string, { email, state }: DeliveryRecipientsQuery): SqlFragment {
  return allOf([
    { sql: 'm.delivery_id = ?', params: [id] },
    ...(state === undefined ? [] : [isAnyOf('m.state', state)]),
    ...(email === undefined ? [] : [containsText('m.to_address', email)]),
  ]);
}
