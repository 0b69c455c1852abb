import type { Ctx } from '#app/domain/ctx.server.ts';
import { findListing, type Listing } from '#app/domain/listing.ts';
import { containing } from '#app/domain/sql-fragment.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type {
  AwaitingDelivery,
  DeliveryContents,
  DeliveryListQuery,
  DeliveryRecipientsQuery,
  DeliveryState,
} from '#app/schemas/delivery-screens.ts';
import {
  type DeliveryResponse,
  type DeliveryDetails,
  type DeliveryRecipient,
  DeliveryRecipientSchema,
  type PreviewResponse,
} from '#app/schemas/email.ts';
import { RECIPIENT_SKIP_REASONS } from '#app/schemas/enums.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { compileTemplate, mergeValuesOf } from './compile-template.server.ts';
import { withVisibleLogo } from './preview-email.server.ts';
import {
  findDeliveryContents,
  selectAwaitingDeliveries,
  selectDeliveries,
} from './delivery-queries.server.ts';

interface DeliveriesRequest extends DeliveryListQuery {
  readonly templateId?: string;
}

/** Returns deliveries, newest first by default. `email` matches recipients' addresses (decisions, section 6). */
export async function listDeliveries(
  ctx: Ctx,
  query: DeliveriesRequest = {},
): Promise<Listing<DeliveryResponse>> {
  authorize(ctx.actor, 'email.manage');
  return selectDeliveries(ctx, query);
}

/** Returns the deliveries that wait for approval, oldest first. For administrators. */
export async function listAwaitingDeliveries(ctx: Ctx): Promise<AwaitingDelivery[]> {
  authorize(ctx.actor, 'email.manage');
  return selectAwaitingDeliveries(ctx);
}

/**
 * Returns a delivery with its counts, without its recipients. For administrators.
 *
 * @throws {NotFound} when the delivery doesn't exist
 */
export async function getDelivery(ctx: Ctx, id: string): Promise<DeliveryResponse> {
  authorize(ctx.actor, 'email.manage');
  const {
    items: [delivery],
  } = await selectDeliveries(ctx, { id });
  if (delivery === undefined) throw new NotFound();
  return delivery;
}

/**
 * Adds when the next deferred email is retried and why it was deferred.
 *
 * @throws {NotFound} when the delivery doesn't exist
 */
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

/**
 * Returns a delivery with the state of each recipient, by address (decisions, section 6).
 *
 * @throws {NotFound} when the delivery doesn't exist
 */
export async function getDeliveryDetails(ctx: Ctx, id: string): Promise<DeliveryDetails> {
  const delivery = await getDelivery(ctx, id);
  const { items } = await listDeliveryRecipients(ctx, id);
  return { ...delivery, recipients: [...items] };
}

/** Returns the recipients of a delivery that match the query, by address. For administrators. */
export async function listDeliveryRecipients(
  ctx: Ctx,
  id: string,
  { email, state, limit, offset }: DeliveryRecipientsQuery = {},
): Promise<Listing<DeliveryRecipient>> {
  authorize(ctx.actor, 'email.manage');
  const where = {
    delivery: id,
    ...(state === undefined ? {} : { state: { $in: state } }),
    ...(email === undefined ? {} : { toAddress: { $ilike: containing(email) } }),
  };
  const { items, total } = await findListing(ctx, OutboxMailEntity, where, {
    fields: ['toAddress', 'mergeValues', 'state', 'attempts', 'nextAttemptAt', 'response', 'sentAt'],
    orderBy: { toAddress: 'asc', id: 'asc' },
    ...{ limit, offset },
    disableIdentityMap: true,
  });
  const recipients = items.map(({ toAddress, mergeValues, nextAttemptAt, ...message }) =>
    DeliveryRecipientSchema.parse({
      ...{ email: toAddress, firstName: '', lastName: '', schools: [], ...mergeValues },
      ...message,
      nextAttemptAt: message.state === 'QUEUED' || message.state === 'DEFERRED' ? nextAttemptAt : null,
    }),
  );
  return { items: recipients, total };
}

/**
 * Returns who a delivery leaves out and, for a reminder, its rule and schools. For administrators.
 *
 * @throws {NotFound} when the delivery doesn't exist
 */
export async function getDeliveryContents(ctx: Ctx, id: string): Promise<DeliveryContents> {
  authorize(ctx.actor, 'email.manage');
  const contents = await findDeliveryContents(ctx, id);
  if (contents === null) throw new NotFound();
  const { deselected, leftOut, dueAt, rule, schools } = contents;
  return {
    deselected,
    leftOut:
      leftOut &&
      RECIPIENT_SKIP_REASONS.map((why) => ({ why, people: leftOut[why] ?? 0 })).filter(
        ({ people }) => people > 0,
      ),
    reminder: dueAt === null ? null : { dueAt, rule, schools: schools ?? [] },
  };
}

/**
 * Renders a delivery's own text for a recipient, with the name and schools stored when it was created.
 *
 * @param email in lowercase
 * @throws {NotFound} when the delivery has no such recipient
 */
export async function deliveredMessage(
  ctx: Ctx,
  { deliveryId, email }: { deliveryId: string; email: string },
): Promise<PreviewResponse> {
  authorize(ctx.actor, 'email.manage');
  const message = await ctx.em.findOne(
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
  if (!message?.delivery || !message.mergeValues) throw new NotFound();
  const { subject, body, richText, year = null } = message.delivery;
  const { render } = await compileTemplate({ subject, body, richText });
  const values = { ...message.mergeValues, email: message.toAddress };
  return withVisibleLogo(ctx, render(mergeValuesOf(values, { year, settings: ctx.settings })));
}
