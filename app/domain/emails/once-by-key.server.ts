import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { isLockedElsewhere } from '#app/domain/lost-transaction.ts';
import { Busy, Conflict } from '#app/lib/domain-errors.ts';
import { type EmailSendAnswer, EmailSendAnswerSchema } from '#app/schemas/email.ts';

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
 * Sends at most once for a key, in the caller's transaction (decisions, sections 2 and 6): calls with the same key at once wait for
 * the first and answer as it did; for 24 hours the same payload sends nothing again, and another is a Conflict. A send that failed
 * leaves its key free. Throws Busy for a call that would have to wait for too long.
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
  const [known] = await tx.em.execute<{ fingerprint: string; answer: unknown; created_at: string }[]>(
    'select fingerprint, answer, created_at from idempotency_key where key = ? and created_at > ?',
    [key, since],
  );
  if (known !== undefined) {
    if (known.fingerprint !== payload) throw new Conflict(KEY_OF_ANOTHER);
    return { answer: EmailSendAnswerSchema.parse(known.answer), sentBefore: toIso(known.created_at) };
  }
  const answer = await send();
  await forgetOldKeys(tx, since);
  await tx.em.execute(
    `insert into idempotency_key (key, fingerprint, delivery_id, answer, created_at) values (?, ?, ?, ?::jsonb, ?)`,
    [key, payload, answer.deliveryId, JSON.stringify(answer), now],
  );
  return { answer, sentBefore: null };
}

/** Throws Busy where another call with the key is not done in the time that a sending waits for locks. */
async function waitForKey({ em }: Ctx, key: string): Promise<void> {
  try {
    await em.execute(`select pg_advisory_xact_lock(hashtextextended('idempotency ' || ?, 0))`, [key]);
  } catch (error) {
    throw isLockedElsewhere(error) ? new Busy(STILL_RUNNING, RETRY_SECONDS) : error;
  }
}

/** Whether a send of this key has been answered. */
export async function isKeyTaken(ctx: Ctx, key: string): Promise<boolean> {
  const known = await ctx.em.execute<unknown[]>(
    'select 1 from idempotency_key where key = ? and created_at > ?',
    [key, keptSince(ctx.now())],
  );
  return known.length > 0;
}

function keptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_HOURS * 3_600_000);
}

/** Those that another send forgets at this moment are left to it. */
async function forgetOldKeys(tx: Ctx, since: Date): Promise<void> {
  await tx.em.execute(
    `delete from idempotency_key where key in (
       select key from idempotency_key where created_at <= ? order by key for update skip locked)`,
    [since],
  );
}
