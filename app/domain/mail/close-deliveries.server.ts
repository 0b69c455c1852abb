import type { EntityManager } from '@mikro-orm/postgresql';
import type { Orm } from '#db/orm.server.ts';
import { OPEN_STATES_SQL } from './claim-sql.ts';

/** A mail that a worker left behind while its delivery was cancelled may have left: it is not sent again. */
const CANCEL_WHAT_WAITS = `
  update outbox_mail
     set state = 'CANCELLED', claimed_at = null, claimed_by = null,
         response = case state when 'SENDING' then 'Cancelled while it was being sent: it may have left.'
                               else coalesce(response, 'Cancelled before it was sent.') end
   where delivery_id = ?
     and (state in ('QUEUED', 'DEFERRED') or (state = 'SENDING' and next_attempt_at <= ?))`;

const CLOSE = `
  update email_delivery
     set status = case status when 'SENDING' then 'FINISHED' else status end, finished_at = ?, version = version + 1
   where id = ? and not exists (
     select from outbox_mail m where m.delivery_id = email_delivery.id and m.state in ${OPEN_STATES_SQL})`;

/**
 * Marks a delivery as finished if none of its mails has to leave any more, and takes those back that wait where it was
 * cancelled. In the caller's transaction, which holds the delivery's row from here on: two mails settled at the same moment
 * cannot both take the other for open.
 */
export async function closeDelivery(em: EntityManager, deliveryId: string, now: Date): Promise<void> {
  const [delivery] = await em.execute<{ status: string }[]>(
    `select status from email_delivery
      where id = ? and finished_at is null and status in ('SENDING', 'CANCELLED') for update`,
    [deliveryId],
  );
  if (delivery === undefined) return;
  if (delivery.status === 'CANCELLED') await em.execute(CANCEL_WHAT_WAITS, [deliveryId, now]);
  await em.execute(CLOSE, [now, deliveryId]);
}

/** Does so for one delivery, in a transaction of its own. */
export async function closeDeliveryAlone(orm: Orm, deliveryId: string, now: Date): Promise<void> {
  await orm.em.fork().transactional((em) => closeDelivery(em, deliveryId, now));
}

/** Does so for every delivery that a worker left before it could. */
export async function closeDeliveries(orm: Orm, now: Date): Promise<void> {
  const deliveries = await orm.em.fork().execute<{ id: string }[]>(
    `select d.id from email_delivery d
      where d.finished_at is null and (d.status = 'CANCELLED' or (d.status = 'SENDING' and not exists (
        select from outbox_mail m where m.delivery_id = d.id and m.state in ${OPEN_STATES_SQL})))`,
  );
  for (const { id } of deliveries) await closeDeliveryAlone(orm, id, now);
}
