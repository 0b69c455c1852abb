import { lockAuthorized } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { closeDelivery } from '#app/domain/mail/mail-queries.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DeliveryResponse } from '#app/schemas/email.ts';
import { DELIVERY_STATUS_LABELS, type DeliveryStatus } from '#app/schemas/enums.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import { type EmailDelivery, EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { getDelivery } from './read-deliveries.server.ts';

/** A status change. If the delivery already has the `to` status, nothing happens. */
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
  verb: 'canceled',
  from: ['AWAITING_APPROVAL', 'SENDING', 'PAUSED'],
  to: 'CANCELLED',
  event: 'delivery.cancelled',
};

/** Sends a reminder that waits for approval. Schools that have submitted by then are left out when it is sent. */
export function approveDelivery(ctx: Ctx, id: string): Promise<DeliveryResponse> {
  return transition(ctx, id, APPROVE);
}

/** Pauses a delivery, scheduled or not. Emails being sent at this moment aren't affected. */
export function pauseDelivery(ctx: Ctx, id: string): Promise<DeliveryResponse> {
  return transition(ctx, id, PAUSE);
}

/** Resumes a paused delivery. A scheduled one keeps its time. */
export function resumeDelivery(ctx: Ctx, id: string): Promise<DeliveryResponse> {
  return transition(ctx, id, RESUME);
}

/** Permanently cancels the emails that haven't been sent yet. */
export function cancelDelivery(ctx: Ctx, id: string): Promise<DeliveryResponse> {
  return transition(ctx, id, CANCEL);
}

/**
 * Sends failed emails again with the same message ids. Bounced ones aren't retried (decisions, section 6).
 *
 * @throws {NotFound} when the delivery doesn't exist
 * @throws {Conflict} when no email failed, or emails of a canceled delivery are still being sent
 */
export async function retryDelivery(ctx: Ctx, id: string): Promise<DeliveryResponse> {
  authorize(ctx.actor, 'email.manage');
  return inTransaction(ctx, async (opened) => {
    const { tx, row: delivery } = await lockAuthorized(opened, EmailDeliveryEntity, id, 'email.manage');
    const { status } = delivery;
    if (status === 'CANCELLED') await assertNoneBeingSent(tx, delivery);
    const emails = await tx.em.nativeUpdate(
      OutboxMailEntity,
      { delivery: id, state: 'FAILED' },
      { state: 'QUEUED', attempts: 0, nextAttemptAt: tx.now() },
    );
    if (emails === 0) throw new Conflict(EMAIL_MESSAGES.noneFailed);
    tx.mailer.wakeOutbox();
    if (status === 'FINISHED' || status === 'CANCELLED') await setStatus(tx, delivery, 'SENDING');
    // Stored events call the number of emails `mails`.
    recordEvent(tx, 'delivery.retried', ['DELIVERY', id], { mails: emails });
    return getDelivery(tx, id);
  });
}

/**
 * Changes the status of a delivery and records an event. For administrators.
 *
 * @throws {NotFound} when the delivery doesn't exist
 * @throws {Conflict} when its status doesn't allow the change
 */
async function transition(ctx: Ctx, id: string, { verb, from, to, event }: Step): Promise<DeliveryResponse> {
  authorize(ctx.actor, 'email.manage');
  return inTransaction(ctx, async (opened) => {
    const { tx, row: delivery } = await lockAuthorized(opened, EmailDeliveryEntity, id, 'email.manage');
    const { status, scheduledAt } = delivery;
    const isScheduled = scheduledAt != null && scheduledAt > tx.now();
    const displayedStatus = (one: DeliveryStatus) => (one === 'SENDING' && isScheduled ? 'SCHEDULED' : one);
    if (status !== to) {
      if (!from.includes(status)) {
        const current = DELIVERY_STATUS_LABELS[displayedStatus(status)].toLowerCase();
        throw new Conflict(EMAIL_MESSAGES.wrongStatus(current, verb));
      }
      await setStatus(tx, delivery, to);
      tx.mailer.wakeOutbox();
      await closeDelivery(tx.em, id, tx.now());
      recordEvent(tx, event, ['DELIVERY', id], {
        status: { from: displayedStatus(status), to: displayedStatus(to) },
      });
    }
    return getDelivery(tx, id);
  });
}

/** Cancels waiting emails and requires that none is being sent, or the retry would also send deferred ones. */
async function assertNoneBeingSent(tx: Ctx, delivery: EmailDelivery): Promise<void> {
  await closeDelivery(tx.em, delivery.id, tx.now());
  await tx.em.refresh(delivery);
  const leaving = await tx.em.count(OutboxMailEntity, { delivery, state: 'SENDING' });
  if (leaving > 0) throw new Conflict(EMAIL_MESSAGES.stillSending);
}

/** Flushes because closing a delivery queries the database. */
async function setStatus(tx: Ctx, delivery: EmailDelivery, status: DeliveryStatus): Promise<void> {
  tx.em.assign(delivery, { status, finishedAt: null });
  await tx.em.flush();
}
