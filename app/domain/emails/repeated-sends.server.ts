import { createHash } from 'node:crypto';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { acquireTextLock } from '#app/domain/lock-queries.server.ts';
import { isLockedElsewhere } from '#app/domain/retryable-transaction-error.ts';
import { Busy, Conflict } from '#app/lib/domain-errors.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { formatInZone, zonedDay } from '#app/lib/time/zoned-time.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AudienceField } from '#app/schemas/audience-targets.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import { type EarlierDelivery, EarlierDeliverySchema } from '#app/schemas/email-send-screens.ts';
import { type EmailSendResponse, EmailSendResponseSchema } from '#app/schemas/email.ts';
import { STAFF_POSITIONS, type StaffPosition } from '#app/schemas/enums.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { IdempotencyKeyEntity } from '#db/entities/idempotency-key.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { type AudienceYear, audienceYear } from './read-audience.server.ts';
import { deleteOldKeys } from './email-queries.server.ts';

/** Repeats within this time are refused unless the caller asks for them (decisions, section 10). */
export const REPEAT_SECONDS = 60;

/** A screen asks for confirmation within this time. */
export const SCREEN_REPEAT_SECONDS = 24 * 60 * 60;

/** `'asked'` repeats like `true`, but isn't part of a key. The id is that of the delivery the sender saw. */
export type RepeatConfirmation = boolean | 'asked' | { readonly afterDeliveryId: string | null };

/** Identifies the template and audience, regardless of exclusions and time. */
export function audienceFingerprint(
  templateId: string,
  choice: AudienceChoice,
  year: AudienceYear | null,
): string {
  return hashOf([templateId, { ...canonicalChoice(choice), year: year?.year ?? null }]);
}

/** Finds the latest delivery of the same email to the same audience that wasn't canceled. */
export async function findEarlierDelivery(ctx: Ctx, fingerprint: string): Promise<EarlierDelivery | null> {
  const delivery = await ctx.em.findOne(
    EmailDeliveryEntity,
    { fingerprint, status: { $ne: 'CANCELLED' } },
    { orderBy: { createdAt: 'desc', id: 'asc' }, populate: ['createdBy'] },
  );
  if (delivery === null) return null;
  const ageSeconds = (ctx.now().getTime() - delivery.createdAt.getTime()) / 1000;
  return EarlierDeliverySchema.parse({
    ...delivery,
    createdBy: delivery.createdBy ?? null,
    recipients: await ctx.em.count(OutboxMailEntity, { delivery: delivery.id }),
    isRecent: ageSeconds < SCREEN_REPEAT_SECONDS,
  });
}

/**
 * Serializes sends with the same fingerprint until the transaction ends.
 *
 * @throws {Conflict} with who and when, if the email was sent to this audience recently and no repeat is requested
 */
export async function assertRepeatConfirmed(
  tx: Ctx,
  { fingerprint, repeat }: { fingerprint: string; repeat: RepeatConfirmation },
): Promise<void> {
  await acquireTextLock(tx, 'send', fingerprint);
  if (repeat === true || repeat === 'asked') return;
  const earlier = await findEarlierDelivery(tx, fingerprint);
  if (earlier === null) return;
  const isShown = repeat !== false && repeat.afterDeliveryId === earlier.id;
  const seconds = repeat === false ? REPEAT_SECONDS : SCREEN_REPEAT_SECONDS;
  const isOld = tx.now().getTime() - new Date(earlier.createdAt).getTime() >= seconds * 1000;
  if (isShown || isOld) return;
  const { id, createdAt, createdBy } = earlier;
  const who = createdBy === null ? 'The system' : fullName(createdBy);
  const when = formatInZone(createdAt, tx.settings.timeZone);
  throw new Conflict(EMAIL_MESSAGES.sentBefore(who, when), { delivery: { id, createdAt, createdBy } });
}

/** Fields whose order and repetitions don't matter. */
const LISTS: readonly string[] = ['states', 'schoolIds', 'userIds'] satisfies AudienceField[];

/** Returns equal fields for equal choices, regardless of order. */
export function canonicalChoice(choice: AudienceChoice): Record<string, unknown> {
  const positions = 'positions' in choice ? { positions: canonicalPositions(choice.positions) } : {};
  const lists = Object.entries(choice).flatMap(([name, value]) =>
    LISTS.includes(name) && Array.isArray(value) ? [[name, [...new Set(value)].sort()] as const] : [],
  );
  return Object.fromEntries(
    Object.entries({ ...choice, ...Object.fromEntries(lists), ...positions })
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Normalizes positions: none and all mean the same. */
function canonicalPositions(positions: readonly StaffPosition[]): StaffPosition[] {
  const named = new Set(positions);
  return named.size === STAFF_POSITIONS.length ? [] : [...named].sort();
}

/** Returns a hash of the parts' JSON. */
export function hashOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * Returns a key for a template, audience, and day in the installation's time zone, regardless of exclusions.
 *
 * @throws {Invalid} when the year is unknown, or one is required and none is active
 */
export async function defaultSendKey(
  ctx: Ctx,
  { templateId, choice }: { templateId: string; choice: AudienceChoice },
): Promise<string> {
  authorize(ctx.actor, 'email.manage');
  const year = await audienceYear(ctx, choice);
  const audience = hashOf({ ...canonicalChoice(choice), year: year?.year ?? null });
  return `${zonedDay(ctx.now(), ctx.settings.timeZone)}:${templateId}:${audience}`;
}

export interface EmailSent extends EmailSendResponse {
  /** When it was sent with the same key, ISO 8601; null if this call sent it. */
  readonly sentBefore: string | null;
}

const RETRY_SECONDS = 5;
const KEY_LIFETIME_HOURS = 24;

/**
 * Sends at most once per key in 24 hours (decisions, sections 2 and 6). Concurrent calls with the same key wait for the
 * first and return its result. A failed send doesn't use up its key.
 *
 * @throws {Conflict} when the key was used with another payload
 * @throws {Busy} when the wait would be too long
 */
export async function onceByKey(
  tx: Ctx,
  { key, payload }: { readonly key: string | null; readonly payload: string },
  send: () => Promise<EmailSendResponse>,
): Promise<EmailSent> {
  if (key === null) return { ...(await send()), sentBefore: null };
  await waitForKey(tx, key);
  const now = tx.now();
  const since = recentSince(now);
  const known = await tx.em.findOne(IdempotencyKeyEntity, { key, createdAt: { $gt: since } });
  if (known !== null) {
    if (known.fingerprint !== payload) throw new Conflict(EMAIL_MESSAGES.keyUsed);
    return { ...EmailSendResponseSchema.parse(known.answer), sentBefore: known.createdAt.toISOString() };
  }
  const response = await send();
  await deleteOldKeys(tx, since);
  tx.em.create(IdempotencyKeyEntity, {
    key,
    fingerprint: payload,
    delivery: response.deliveryId,
    answer: response,
    createdAt: now,
  });
  return { ...response, sentBefore: null };
}

/** @throws {Busy} when another call has the key locked longer than the lock timeout */
async function waitForKey(tx: Ctx, key: string): Promise<void> {
  try {
    await acquireTextLock(tx, 'idempotency', key);
  } catch (error) {
    throw isLockedElsewhere(error) ? new Busy(EMAIL_MESSAGES.keyInUse, RETRY_SECONDS) : error;
  }
}

/** Returns whether a send with this key has completed. */
export async function isKeyTaken(ctx: Ctx, key: string): Promise<boolean> {
  const known = await ctx.em.count(IdempotencyKeyEntity, { key, createdAt: { $gt: recentSince(ctx.now()) } });
  return known > 0;
}

function recentSince(now: Date): Date {
  return new Date(now.getTime() - KEY_LIFETIME_HOURS * 3_600_000);
}
