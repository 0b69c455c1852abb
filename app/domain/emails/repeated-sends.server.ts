import { createHash } from 'node:crypto';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { takeTextLock } from '#app/domain/lock-queries.server.ts';
import { isLockedElsewhere } from '#app/domain/lost-transaction.ts';
import { Busy, Conflict } from '#app/lib/domain-errors.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { zonedDay } from '#app/lib/time/zoned-day.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import { type EarlierDelivery, EarlierDeliverySchema } from '#app/schemas/email-send-screens.ts';
import { type EmailSendAnswer, EmailSendAnswerSchema } from '#app/schemas/email.ts';
import { STAFF_POSITIONS, type StaffPosition } from '#app/schemas/enums.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { IdempotencyKeyEntity } from '#db/entities/idempotency-key.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { type AudienceYear, audienceYear } from './read-audience.server.ts';
import { deleteOldKeys } from './email-queries.server.ts';

/** A repeat within a minute is refused unless the caller asks for it (decisions, section 10). */
export const REPEAT_SECONDS = 60;

/** A screen asks again within a day. */
export const SCREEN_REPEAT_SECONDS = 24 * 60 * 60;

/** Whether a repeat is wanted: never, always, or after the sender was shown this earlier sending (null: none). */
export type RepeatWanted = boolean | 'asked' | { readonly afterDeliveryId: string | null };

/** The same for the same template and choice, whoever is left out of it and whenever it is sent. */
export function audienceFingerprint(
  templateId: string,
  choice: AudienceChoice,
  year: AudienceYear | null,
): string {
  return hashOf([templateId, { ...canonicalChoice(choice), year: year?.year ?? null }]);
}

/** The latest sending of the same email to the same audience that was not canceled; null where there is none. */
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
 * Lets one send of a kind at a time decide; the others wait for its end.
 *
 * @throws {Conflict} with who and when, where the same email went to the same audience a short time ago and a repeat is not wanted
 */
export async function assertRepeatIsWanted(
  tx: Ctx,
  { fingerprint, repeat }: { fingerprint: string; repeat: RepeatWanted },
): Promise<void> {
  await takeTextLock(tx, 'send', fingerprint);
  if (repeat === true || repeat === 'asked') return;
  const earlier = await findEarlierDelivery(tx, fingerprint);
  if (earlier === null) return;
  const isShown = repeat !== false && repeat.afterDeliveryId === earlier.id;
  const seconds = repeat === false ? REPEAT_SECONDS : SCREEN_REPEAT_SECONDS;
  const isOld = tx.now().getTime() - new Date(earlier.createdAt).getTime() >= seconds * 1000;
  if (isShown || isOld) return;
  const { id, createdAt, createdBy } = earlier;
  const who = createdBy === null ? 'The system' : fullName(createdBy);
  throw new Conflict(
    `${who} sent this email to the same audience on ${formatInZone(createdAt, tx.settings.timeZone)}. Send it again?`,
    { delivery: { id, createdAt, createdBy } },
  );
}

/** The same fields for the same choice, in whatever order it was made. */
export function canonicalChoice(choice: AudienceChoice): Record<string, unknown> {
  const positions = 'positions' in choice ? { positions: canonicalPositions(choice.positions) } : {};
  const states = 'states' in choice ? { states: [...new Set(choice.states)].sort() } : {};
  return Object.fromEntries(
    Object.entries({ ...choice, ...positions, ...states })
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** No positions mean every position. */
function canonicalPositions(positions: readonly StaffPosition[]): StaffPosition[] {
  const named = new Set(positions);
  return named.size === STAFF_POSITIONS.length ? [] : [...named].sort();
}

/** A short text that is alike for alike parts alone. */
export function hashOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * The key of a send that a schedule repeats: the same for the same template and audience on the same day of the program, whoever of the
 * audience is left out and whenever it leaves. For administrators.
 *
 * @throws {Invalid} for an unknown year
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

export interface EmailSent extends EmailSendAnswer {
  /** When it was sent already under the same key, ISO 8601; null where this call has sent it. */
  readonly sentBefore: string | null;
}

/** Says that a key belongs to another send. */
export const KEY_OF_ANOTHER = 'This Idempotency-Key was used for another send.';

const STILL_RUNNING =
  'Another call with this Idempotency-Key is still running. Send this call again in a few seconds to get its answer.';
const RETRY_SECONDS = 5;
const KEPT_HOURS = 24;

/**
 * Sends at most once for a key, in the caller's transaction (decisions, sections 2 and 6): concurrent calls with the same key wait for
 * the first and answer as it did, and for 24 hours the same payload sends nothing again. A send that failed leaves its key free.
 *
 * @throws {Conflict} for another payload
 * @throws {Busy} for a call that would have to wait for too long
 */
export async function onceByKey(
  tx: Ctx,
  { key, payload }: { readonly key: string | null; readonly payload: string },
  send: () => Promise<EmailSendAnswer>,
): Promise<EmailSent> {
  if (key === null) return { ...(await send()), sentBefore: null };
  await waitForKey(tx, key);
  const now = tx.now();
  const since = recentSince(now);
  const known = await tx.em.findOne(IdempotencyKeyEntity, { key, createdAt: { $gt: since } });
  if (known !== null) {
    if (known.fingerprint !== payload) throw new Conflict(KEY_OF_ANOTHER);
    return { ...EmailSendAnswerSchema.parse(known.answer), sentBefore: known.createdAt.toISOString() };
  }
  const answer = await send();
  await deleteOldKeys(tx, since);
  tx.em.create(IdempotencyKeyEntity, {
    key,
    fingerprint: payload,
    delivery: answer.deliveryId,
    answer,
    createdAt: now,
  });
  return { ...answer, sentBefore: null };
}

/** Throws Busy where another call with the key takes longer than a send waits for locks. */
async function waitForKey(tx: Ctx, key: string): Promise<void> {
  try {
    await takeTextLock(tx, 'idempotency', key);
  } catch (error) {
    throw isLockedElsewhere(error) ? new Busy(STILL_RUNNING, RETRY_SECONDS) : error;
  }
}

/** Whether a send of this key has been answered. */
export async function isKeyTaken(ctx: Ctx, key: string): Promise<boolean> {
  const known = await ctx.em.count(IdempotencyKeyEntity, { key, createdAt: { $gt: recentSince(ctx.now()) } });
  return known > 0;
}

function recentSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_HOURS * 3_600_000);
}
