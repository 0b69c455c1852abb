import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AwaitingDelivery } from '#app/schemas/delivery-screens.ts';
import type { DeliveryAnswer } from '#app/schemas/email.ts';
import type { DeliveryListQuery } from '#app/schemas/email-deliveries.ts';
import { countDeliveries, selectAwaitingDeliveries, selectDeliveries } from './delivery-queries.server.ts';

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
  return {
    items: await selectDeliveries(ctx, query),
    total: query.limit === undefined ? null : await countDeliveries(ctx, query),
  };
}

/** The deliveries that wait for approval, oldest first; for administrators. */
export async function listAwaitingDeliveries(ctx: Ctx): Promise<AwaitingDelivery[]> {
  authorize(ctx.actor, 'email.manage');
  return selectAwaitingDeliveries(ctx);
}
