import type { Ctx } from '#app/domain/ctx.server.ts';
import { takeTextLock } from '#app/domain/lock-queries.server.ts';
import { isLockedElsewhere } from '#app/domain/lost-transaction.ts';
import { Busy, Conflict } from '#app/lib/domain-errors.ts';
import { type EmailSendAnswer, EmailSendAnswerSchema } from '#app/schemas/email.ts';
import { IdempotencyKeyEntity } from '#db/entities/idempotency-key.ts';
import { deleteOldKeys } from './email-queries.server.ts';

export interface KeyedSend {
  /** The caller's Idempotency-Key; null sends as often as it is asked. */
  readonly key: string | null;
  /** Alike for the same payload. */
  readonly payload: string;
}

export interface KeyedAnswer {
  readonly answer: EmailSendAnswer;
  /** When the key was used before, ISO 8601; null where this call has sent. */
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
  { key, payload }: KeyedSend,
  send: () => Promise<EmailSendAnswer>,
): Promise<KeyedAnswer> {
  if (key === null) return { answer: await send(), sentBefore: null };
  await waitForKey(tx, key);
  const now = tx.now();
  const since = keptSince(now);
  const known = await tx.em.findOne(IdempotencyKeyEntity, { key, createdAt: { $gt: since } });
  if (known !== null) {
    if (known.fingerprint !== payload) throw new Conflict(KEY_OF_ANOTHER);
    return { answer: EmailSendAnswerSchema.parse(known.answer), sentBefore: known.createdAt.toISOString() };
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
  return { answer, sentBefore: null };
}

/**
 * @throws {Busy} where another call with the key takes longer than a send waits for locks
 */
async function waitForKey(tx: Ctx, key: string): Promise<void> {
  try {
    await takeTextLock(tx, 'idempotency', key);
  } catch (error) {
    throw isLockedElsewhere(error) ? new Busy(STILL_RUNNING, RETRY_SECONDS) : error;
  }
}

/** Whether a send of this key has been answered. */
export async function isKeyTaken(ctx: Ctx, key: string): Promise<boolean> {
  const known = await ctx.em.count(IdempotencyKeyEntity, { key, createdAt: { $gt: keptSince(ctx.now()) } });
  return known > 0;
}

function keptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_HOURS * 3_600_000);
}
