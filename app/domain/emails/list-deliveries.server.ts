import type { Ctx } from '#app/domain/ctx.server.ts';
import { type Listing, pageClause } from '#app/domain/listing.ts';
import { allOf, containsText, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DeliveryAnswer } from '#app/schemas/email.ts';
import type { DeliveryListQuery } from '#app/schemas/email-deliveries.ts';
import { DELIVERY_SELECT, deliveryOfRow, type DeliveryRow } from './delivery-rows.server.ts';

interface DeliveriesAsked extends DeliveryListQuery {
  /** Only those of this template. */
  readonly templateId?: string;
}

/**
 * The deliveries, newest first unless told (decisions, section 6); `email` finds those with a recipient in whose address it
 * stands. For administrators.
 */
export async function listDeliveries(
  ctx: Ctx,
  query: DeliveriesAsked = {},
): Promise<Listing<DeliveryAnswer>> {
  authorize(ctx.actor, 'email.manage');
  const where = deliveriesWhere(query);
  const page = pageClause(query);
  const turn = query.direction === 'asc' ? 'asc' : 'desc';
  const rows = await ctx.em.execute<DeliveryRow[]>(
    `${DELIVERY_SELECT} where ${where.sql} order by d.created_at ${turn}, d.id ${turn}${page.sql}`,
    [ctx.now(), ...where.params, ...page.params],
  );
  return {
    items: rows.map(deliveryOfRow),
    total: query.limit === undefined ? null : await countDeliveries(ctx, where),
  };
}

async function countDeliveries(ctx: Ctx, where: SqlFragment): Promise<number> {
  const [row] = await ctx.em.execute<{ total: number }[]>(
    `select count(*)::int as total from email_delivery d where ${where.sql}`,
    [...where.params],
  );
  return row?.total ?? 0;
}

function deliveriesWhere({ email, templateId }: DeliveriesAsked): SqlFragment {
  return allOf([
    ...(templateId === undefined ? [] : [{ sql: 'd.template_id = ?', params: [templateId] }]),
    ...(email === undefined ? [] : [hasRecipient(email)]),
  ]);
}

function hasRecipient(email: string): SqlFragment {
  const address = containsText('m.to_address', email);
  return {
    sql: `d.id in (select m.delivery_id from outbox_mail m where ${address.sql})`,
    params: address.params,
  };
}
