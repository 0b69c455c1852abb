import { randomUUID } from 'node:crypto';
import {
  LOGIN_CODE_MINUTES,
  LOGIN_CODE_TRIES,
  LOGIN_CODES_PER_ADDRESS,
  LOGIN_WINDOW_MINUTES,
} from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { type ChallengePurpose, LoginChallengeEntity } from '#db/entities/login-challenge.ts';
import { countOnce } from './rate-limits.server.ts';

/** What a code is for. `userId` is the user who changes their address, null for signing in. */
export interface ChallengeSubject {
  readonly purpose: ChallengePurpose;
  readonly email: string;
  readonly userId: string | null;
}

/**
 * How many wrong codes an address takes in an hour, and who may still try when so many were wrong (ADR 7). Anybody: up to
 * `anyone`, and two a code. The network that asked: five a code up to `anyone`, then two a code up to `asker`. A browser
 * that signed in as this address before: five a code up to `knownDevice`.
 */
export const WRONG_CODES_AN_HOUR = { anyone: 10, asker: 18, knownDevice: 20 } as const;
const TRIES_KEPT_APART = 2;

const MINUTE_MS = 60_000;
const CODE_MS = LOGIN_CODE_MINUTES * MINUTE_MS;

/** A try of the last hour was made on a code of at most this age. */
export const COUNTED_CODE_AGE_MS = 60 * MINUTE_MS + CODE_MS;

export interface OpenedChallenge {
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * Stores a new code's state in the caller's transaction, in place of the subject's earlier one; answers null
 * where the address has had its codes for now. The address's counter stays locked until the end of the transaction,
 * so that of two requests at once one replaces the other.
 */
export async function openChallenge(
  tx: Ctx,
  subject: ChallengeSubject,
  { totpState, askedFrom }: { readonly totpState: string; readonly askedFrom: string },
): Promise<OpenedChallenge | null> {
  const { count } = await countOnce(tx, {
    what: 'codes-per-address',
    whom: subject.email,
    windowMinutes: LOGIN_WINDOW_MINUTES,
  });
  if (count > LOGIN_CODES_PER_ADDRESS) return null;
  const { purpose, email, userId } = subject;
  await tx.em.execute(
    `update login_challenge set expires_at = created_at
      where purpose = ? and email = ? and user_id is not distinct from ? and consumed_at is null
        and expires_at > created_at`,
    [purpose, email, userId],
  );
  const now = tx.now();
  const opened = { createdAt: now, expiresAt: new Date(now.getTime() + CODE_MS) };
  await tx.em.insert(LoginChallengeEntity, {
    id: randomUUID(),
    purpose,
    email,
    user: userId,
    totpState,
    askedFrom,
    ...opened,
  });
  return opened;
}

/** Who tries a code. */
export interface Trier {
  readonly network: string;
  readonly isKnownDevice: boolean;
}

export type TryClaim =
  | { readonly kind: 'CLAIMED'; readonly challengeId: string; readonly totpState: string }
  | { readonly kind: 'NO_CODE' }
  | { readonly kind: 'LOCKED'; readonly retryAfterSeconds: number; readonly isAddressLocked: boolean };

/** The most wrong codes of the hour with which this trier may try once more; refers to the challenge as `c`. */
const ALLOWED_TOTAL = `
  case when :isKnownDevice then ${WRONG_CODES_AN_HOUR.knownDevice}
       when c.asked_from = :network
         then case when c.attempts < ${TRIES_KEPT_APART} then ${WRONG_CODES_AN_HOUR.asker} else ${WRONG_CODES_AN_HOUR.anyone} end
       when c.attempts < ${TRIES_KEPT_APART} then ${WRONG_CODES_AN_HOUR.anyone}
       else 0 end`;

/** The wrong codes of the hour on the address: those on earlier challenges, and all on this one, which is still open. */
const TOTAL = `
  c.attempts + (select coalesce(sum(o.attempts - case when o.consumed_at is null then 0 else 1 end), 0)
                  from login_challenge o
                 where o.purpose = c.purpose and o.email = c.email and o.id <> c.id and o.created_at > :countedFrom)`;

const LIVE = `
  select id from login_challenge
   where purpose = :purpose and email = :email and user_id is not distinct from :userId
     and consumed_at is null and expires_at > :now
   order by created_at desc, id desc limit 1`;

/**
 * Counts a try on the subject's live code, in one statement and before anything is compared: however many come at once,
 * no more are compared than the limits allow.
 */
export async function claimTry(ctx: Ctx, subject: ChallengeSubject, trier: Trier): Promise<TryClaim> {
  const now = ctx.now();
  const bindings = {
    ...subject,
    ...trier,
    now,
    countedFrom: new Date(now.getTime() - COUNTED_CODE_AGE_MS),
  };
  const knex = ctx.em.getKnex();
  const [claimed] = await ctx.em.execute<{ id: string; totp_state: string }[]>(
    knex.raw(
      `update login_challenge c set attempts = c.attempts + 1
        where c.id = (${LIVE}) and c.consumed_at is null and c.expires_at > :now
          and c.attempts < ${LOGIN_CODE_TRIES} and ${TOTAL} < ${ALLOWED_TOTAL}
        returning c.id, c.totp_state`,
      bindings,
    ),
  );
  if (claimed !== undefined) {
    return { kind: 'CLAIMED', challengeId: claimed.id, totpState: claimed.totp_state };
  }
  return refusal(ctx, bindings);
}

interface RefusedRow {
  attempts: number;
  total: string;
  allowed: number;
  expires_at: string;
  oldest_counted: string;
}

/** Why no try was left: no live code, this code's tries used up, or the address's of the hour. */
async function refusal(
  ctx: Ctx,
  bindings: ChallengeSubject & Trier & { readonly now: Date; readonly countedFrom: Date },
): Promise<TryClaim> {
  const [row] = await ctx.em.execute<RefusedRow[]>(
    ctx.em.getKnex().raw(
      `select c.attempts, ${TOTAL} as total, ${ALLOWED_TOTAL} as allowed, c.expires_at,
              (select min(o.created_at) from login_challenge o
                where o.purpose = c.purpose and o.email = c.email and o.created_at > :countedFrom
                  and o.attempts > 0) as oldest_counted
         from login_challenge c where c.id = (${LIVE})`,
      { ...bindings },
    ),
  );
  if (row === undefined) return { kind: 'NO_CODE' };
  const total = Number(row.total);
  if (row.attempts < LOGIN_CODE_TRIES && total < row.allowed) return { kind: 'NO_CODE' };
  const hourly = WRONG_CODES_AN_HOUR[bindings.isKnownDevice ? 'knownDevice' : 'asker'];
  const isAddressLocked = total >= hourly;
  const until = isAddressLocked
    ? new Date(row.oldest_counted).getTime() + COUNTED_CODE_AGE_MS
    : new Date(row.expires_at).getTime();
  return {
    kind: 'LOCKED',
    retryAfterSeconds: Math.max(1, Math.ceil((until - bindings.now.getTime()) / 1000)),
    isAddressLocked,
  };
}

/** Uses a code up: true once, and false for everybody else who proved the same code, or when it was replaced meanwhile. */
export async function consumeChallenge(tx: Ctx, challengeId: string): Promise<boolean> {
  const now = tx.now();
  const consumed = await tx.em.nativeUpdate(
    LoginChallengeEntity,
    { id: challengeId, consumedAt: null, expiresAt: { $gt: now } },
    { consumedAt: now },
  );
  return consumed === 1;
}
