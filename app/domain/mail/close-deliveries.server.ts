import type { Orm } from '#db/orm.server.ts';
import { closeDelivery, listDeliveriesToClose } from './mail-queries.server.ts';

/** Closes a delivery, like `closeDelivery`, in a transaction of its own. */
export async function closeDeliveryAlone(orm: Orm, deliveryId: string, now: Date): Promise<void> {
  await orm.em.fork().transactional((em) => closeDelivery(em, deliveryId, now));
}

/** Does so for every delivery that a worker left before it could. */
export async function closeDeliveries(orm: Orm, now: Date): Promise<void> {
  for (const id of await listDeliveriesToClose(orm.em.fork())) await closeDeliveryAlone(orm, id, now);
}
