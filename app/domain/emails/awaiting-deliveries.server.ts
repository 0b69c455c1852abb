import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AwaitingDelivery } from '#app/schemas/delivery-screens.ts';

/** The sendings that nothing is sent of before somebody approves them, the oldest first. For administrators. */
export async function listAwaitingDeliveries(ctx: Ctx): Promise<AwaitingDelivery[]> {
  authorize(ctx.actor, 'email.manage');
  return ctx.em.execute<AwaitingDelivery[]>(
    `select d.id, d.template_name as name,
            (select count(*)::int from outbox_mail m where m.delivery_id = d.id) as recipients
       from email_delivery d where d.status = 'AWAITING_APPROVAL' order by d.created_at, d.id`,
  );
}
