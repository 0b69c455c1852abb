import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DeliveryStanding } from '#app/schemas/delivery-screens.ts';
import type { DeliveryAnswer, DeliveryDetails, DeliveryRecipient } from '#app/schemas/email.ts';
import type { DeliveryRecipientsQuery } from '#app/schemas/email-deliveries.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { countRecipients, selectDeliveries, selectRecipients } from './delivery-queries.server.ts';

/**
 * A delivery with its counts, without its recipients. For administrators.
 *
 * @throws {NotFound} for an unknown delivery
 */
export async function getDelivery(ctx: Ctx, id: string): Promise<DeliveryAnswer> {
  authorize(ctx.actor, 'email.manage');
  const [delivery] = await selectDeliveries(ctx, { id });
  if (delivery === undefined) throw new NotFound();
  return delivery;
}

/**
 * The same, with when the next deferred email is tried again and why it was deferred. Throws as `getDelivery`.
 */
export async function getDeliveryStanding(ctx: Ctx, id: string): Promise<DeliveryStanding> {
  const delivery = await getDelivery(ctx, id);
  if (delivery.counts.deferred === 0) return { ...delivery, nextTry: null };
  const next = await ctx.em.findOne(
    OutboxMailEntity,
    { delivery: id, state: 'DEFERRED' },
    {
      fields: ['nextAttemptAt', 'response'],
      orderBy: { nextAttemptAt: 'asc', id: 'asc' },
      disableIdentityMap: true,
    },
  );
  const nextTry =
    next === null ? null : { at: next.nextAttemptAt.toISOString(), response: next.response ?? null };
  return { ...delivery, nextTry };
}

/**
 * A delivery with each recipient's state, by address (decisions, section 6). Throws as `getDelivery`.
 */
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
  return {
    items: await selectRecipients(ctx, id, query),
    total: query.limit === undefined ? null : await countRecipients(ctx, id, query),
  };
}
