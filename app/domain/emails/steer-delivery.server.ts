import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { closeDelivery } from '#app/domain/mail/close-deliveries.server.ts';
import { Conflict, NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DeliveryAnswer } from '#app/schemas/email.ts';
import { DELIVERY_STATUS_LABELS, type DeliveryStatus } from '#app/schemas/enums.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import { getDelivery } from './get-delivery.server.ts';

/** A way to act on a delivery: what it leads to, and from where. What is there already stays as it is. */
interface Step {
  readonly verb: string;
  readonly from: readonly DeliveryStatus[];
  readonly to: DeliveryStatus;
  readonly event: EventKind;
}

const APPROVE: Step = {
  verb: 'approved',
  from: ['AWAITING_APPROVAL'],
  to: 'SENDING',
  event: 'delivery.approved',
};
const PAUSE: Step = { verb: 'paused', from: ['SENDING'], to: 'PAUSED', event: 'delivery.paused' };
const RESUME: Step = { verb: 'resumed', from: ['PAUSED'], to: 'SENDING', event: 'delivery.resumed' };
const CANCEL: Step = {
  verb: 'cancelled',
  from: ['AWAITING_APPROVAL', 'SENDING', 'PAUSED'],
  to: 'CANCELLED',
  event: 'delivery.cancelled',
};

/** Sends a reminder that waits for it; schools that have submitted meanwhile are left out as it leaves. With an event. */
export function approveDelivery(ctx: Ctx, id: string): Promise<DeliveryAnswer> {
  return steer(ctx, id, APPROVE);
}

/** Holds a delivery's mails back, except those that leave at this moment; also of one that is scheduled. With an event. */
export function pauseDelivery(ctx: Ctx, id: string): Promise<DeliveryAnswer> {
  return steer(ctx, id, PAUSE);
}

/** Lets a paused delivery go on; one that was scheduled keeps its time. With an event. */
export function resumeDelivery(ctx: Ctx, id: string): Promise<DeliveryAnswer> {
  return steer(ctx, id, RESUME);
}

/** Takes back for good what has not left yet. With an event. */
export function cancelDelivery(ctx: Ctx, id: string): Promise<DeliveryAnswer> {
  return steer(ctx, id, CANCEL);
}

/**
 * Sends the failed mails of a delivery again, each as the same message and with its tries counted anew (decisions, section 6); those
 * that came back stay. One that was finished is sending again; of one that was cancelled only these. With an event. For
 * administrators; throws NotFound, and Conflict where nothing failed, or a cancelled one is not yet at rest.
 */
export async function retryDelivery(ctx: Ctx, id: string): Promise<DeliveryAnswer> {
  authorize(ctx.actor, 'email.manage');
  return inTransaction(ctx, async (opened) => {
    const { tx, status } = await lockDelivery(opened, id);
    if (status === 'CANCELLED') await assertAtRest(tx, id);
    const mails = await tx.em.execute<{ id: string }[]>(
      `update outbox_mail set state = 'QUEUED', attempts = 0, next_attempt_at = ?
        where delivery_id = ? and state = 'FAILED' returning id`,
      [tx.now(), id],
    );
    if (mails.length === 0) throw new Conflict('No mail of this sending has failed.');
    tx.mailer.wakeOutbox();
    if (status === 'FINISHED' || status === 'CANCELLED') await setStatus(tx, id, 'SENDING');
    await recordEvent(tx, {
      kind: 'delivery.retried',
      subject: ['DELIVERY', id],
      changes: { mails: mails.length },
    });
    return getDelivery(tx, id);
  });
}

/** For administrators; throws NotFound, and Conflict where the delivery stands in the way. */
async function steer(ctx: Ctx, id: string, { verb, from, to, event }: Step): Promise<DeliveryAnswer> {
  authorize(ctx.actor, 'email.manage');
  return inTransaction(ctx, async (opened) => {
    const { tx, status, isScheduled } = await lockDelivery(opened, id);
    const told = (one: DeliveryStatus) => (one === 'SENDING' && isScheduled ? 'SCHEDULED' : one);
    if (status !== to) {
      if (!from.includes(status)) {
        const stands = DELIVERY_STATUS_LABELS[told(status)].toLowerCase();
        throw new Conflict(`This sending is ${stands}: it cannot be ${verb}.`);
      }
      await setStatus(tx, id, to);
      tx.mailer.wakeOutbox();
      await closeDelivery(tx.em, id, tx.now());
      await recordEvent(tx, {
        kind: event,
        subject: ['DELIVERY', id],
        changes: { status: { from: told(status), to: told(to) } },
      });
    }
    return getDelivery(tx, id);
  });
}

interface LockedDelivery {
  readonly status: DeliveryStatus;
  /** Its time has not come yet. */
  readonly isScheduled: boolean;
}

/** Kept from other administrators, and from being finished, until the transaction ends. */
async function lockDelivery(
  opened: Ctx,
  id: string,
): Promise<LockedDelivery & { readonly tx: AuthorizedCtx }> {
  const [delivery] = await opened.em.execute<LockedDelivery[]>(
    `select status, coalesce(scheduled_at > ?, false) as "isScheduled" from email_delivery where id = ? for update`,
    [opened.now(), id],
  );
  const tx = await reloadActor(opened, 'email.manage');
  if (delivery === undefined) throw new NotFound();
  return { tx, ...delivery };
}

/**
 * What is in a worker's hands as its delivery is cancelled settles first, and is cancelled where it was put off: sending again would give
 * it back to the workers.
 */
async function assertAtRest(tx: Ctx, id: string): Promise<void> {
  await closeDelivery(tx.em, id, tx.now());
  const leaving = await tx.em.execute<unknown[]>(
    `select from outbox_mail where delivery_id = ? and state = 'SENDING' limit 1`,
    [id],
  );
  if (leaving.length > 0) throw new Conflict('Some of its emails are still leaving. Wait a minute.');
}

async function setStatus(tx: Ctx, id: string, status: DeliveryStatus): Promise<void> {
  await tx.em.execute(
    'update email_delivery set status = ?, finished_at = null, version = version + 1 where id = ?',
    [status, id],
  );
}
