import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AwaitingDelivery, DeliveryContents, DeliveryState } from '#app/schemas/delivery-screens.ts';
import type { DeliveryListQuery, DeliveryRecipientsQuery } from '#app/schemas/email-deliveries.ts';
import type {
  DeliveryAnswer,
  DeliveryDetails,
  DeliveryRecipient,
  PreviewAnswer,
} from '#app/schemas/email.ts';
import { LEFT_OUT_REASONS } from '#app/schemas/enums.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { compileTemplate, mergeValuesOf } from './compile-template.server.ts';
import {
  findDeliveryContents,
  selectAwaitingDeliveries,
  selectDeliveries,
  selectRecipients,
} from './delivery-queries.server.ts';

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
  return selectDeliveries(ctx, query);
}

/** The deliveries that wait for approval, oldest first; for administrators. */
export async function listAwaitingDeliveries(ctx: Ctx): Promise<AwaitingDelivery[]> {
  authorize(ctx.actor, 'email.manage');
  return selectAwaitingDeliveries(ctx);
}

/**
 * A delivery with its counts, without its recipients. For administrators.
 *
 * @throws {NotFound} for an unknown delivery
 */
export async function getDelivery(ctx: Ctx, id: string): Promise<DeliveryAnswer> {
  authorize(ctx.actor, 'email.manage');
  const {
    items: [delivery],
  } = await selectDeliveries(ctx, { id });
  if (delivery === undefined) throw new NotFound();
  return delivery;
}

/** The same, with when the next deferred email is tried again and why it was deferred. Throws as `getDelivery`. */
export async function getDeliveryState(ctx: Ctx, id: string): Promise<DeliveryState> {
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

/** A delivery with each recipient's state, by address (decisions, section 6). Throws as `getDelivery`. */
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
  return selectRecipients(ctx, id, query);
}

/**
 * Whom a delivery leaves out, and of a reminder its rule and the schools that it reminds. For administrators.
 *
 * @throws {NotFound} for an unknown delivery
 */
export async function getDeliveryContents(ctx: Ctx, id: string): Promise<DeliveryContents> {
  authorize(ctx.actor, 'email.manage');
  const contents = await findDeliveryContents(ctx, id);
  if (contents === null) throw new NotFound();
  const { unticked, leftOut, dueAt, rule, schools } = contents;
  return {
    unticked,
    leftOut:
      leftOut &&
      LEFT_OUT_REASONS.map((why) => ({ why, people: leftOut[why] ?? 0 })).filter(({ people }) => people > 0),
    reminder: dueAt === null ? null : { dueAt, rule, schools: schools ?? [] },
  };
}

/**
 * What a delivery says to one of its recipients: its own text, whatever became of the template, with the name and schools that the
 * recipient had when it was written. For administrators.
 *
 * @param asked.email in lower case
 * @throws {NotFound} for someone who isn't one of its recipients
 */
export async function deliveredMessage(
  ctx: Ctx,
  { deliveryId, email }: { deliveryId: string; email: string },
): Promise<PreviewAnswer> {
  authorize(ctx.actor, 'email.manage');
  const mail = await ctx.em.findOne(
    OutboxMailEntity,
    { delivery: deliveryId, toAddress: email },
    {
      fields: [
        ...(['toAddress', 'mergeValues'] as const),
        ...(['delivery.subject', 'delivery.body', 'delivery.richText', 'delivery.year'] as const),
      ],
      orderBy: { id: 'asc' },
      disableIdentityMap: true,
    },
  );
  if (!mail?.delivery || !mail.mergeValues) throw new NotFound();
  const { subject, body, richText, year = null } = mail.delivery;
  const { render } = await compileTemplate({ subject, body, richText });
  const values = { ...mail.mergeValues, email: mail.toAddress };
  return render(mergeValuesOf(values, { year, settings: ctx.settings }));
}
