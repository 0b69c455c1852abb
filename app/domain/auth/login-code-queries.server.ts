import { LOGIN_CODE_MINUTES, LOGIN_CODE_TRIES, LOGIN_TRIES_PER_HOUR } from '#app/config/constants.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import type { ChallengePurpose } from '#db/entities/login-challenge.ts';

/** What a code is for. `userId` is the user who changes their address, null for signing in. */
export interface ChallengeSubject {
  readonly purpose: ChallengePurpose;
  readonly email: string;
  readonly userId: string | null;
}

const MINUTE_MS = 60_000;
export const CODE_MS = LOGIN_CODE_MINUTES * MINUTE_MS;

/** A try of the last hour was made on a code that was sent at most this long ago. */
export const COUNTED_CODE_AGE_MS = 60 * MINUTE_MS + CODE_MS;

/** How a try names the code that it is compared with: by the email's link, or else by who requested it. */
export type TriedBy = { readonly linkHash: string } | { readonly requesterHash: string | null };

export interface ClaimedTry {
  readonly challengeId: string;
  readonly totpState: string;
  readonly isByLink: boolean;
}

export type TryClaim =
  | ({ readonly kind: 'CLAIMED' } & ClaimedTry)
  | { readonly kind: 'NO_CODE' }
  | {
      readonly kind: 'LOCKED';
      /** The tries through the link, those on the code, or those on the address are used up. */
      readonly what: 'LINK' | 'CODE' | 'ADDRESS';
      readonly retryAfterSeconds: number;
    };

/** Lets one transaction at a time request codes for an address, send them, or try them without their link. */
export async function lockCodesOf(tx: Ctx, email: string): Promise<void> {
  await tx.em.execute(`select pg_advisory_xact_lock(hashtextextended('sign-in codes ' || ?, 0))`, [email]);
}

/**
 * Counts a try and commits it before anything is compared: however many come at once, no more are compared than the limits allow. It is
 * on exactly one code: the link's, else the requester's, else the newest of the subject.
 */
export async function claimTry(ctx: Ctx, subject: ChallengeSubject, by: TriedBy): Promise<TryClaim> {
  return 'linkHash' in by
    ? claimTryByLink(ctx, subject, by.linkHash)
    : inTransaction(ctx, (tx) => claimTryOfRequester(tx, subject, by.requesterHash));
}

interface ClaimedRow {
  id: string;
  totp_state: string;
}

async function claimTryByLink(ctx: Ctx, { email }: ChallengeSubject, linkHash: string): Promise<TryClaim> {
  const now = ctx.now();
  const [claimed] = await ctx.em.execute<ClaimedRow[]>(
    `update login_challenge set link_attempts = link_attempts + 1
      where link_hash = ? and email = ? and consumed_at is null and expires_at > ? and link_attempts < ?
      returning id, totp_state`,
    [linkHash, email, now, LOGIN_CODE_TRIES],
  );
  if (claimed !== undefined) return claimedTry(claimed, true);
  const [locked] = await ctx.em.execute<{ expires_at: string }[]>(
    `select expires_at from login_challenge
      where link_hash = ? and email = ? and consumed_at is null and expires_at > ?`,
    [linkHash, email, now],
  );
  if (locked === undefined) return { kind: 'NO_CODE' };
  return { kind: 'LOCKED', what: 'LINK', retryAfterSeconds: secondsUntil(now, new Date(locked.expires_at)) };
}

const TARGET = `
  select id from login_challenge
   where purpose = :purpose and email = :email and user_id is not distinct from :userId
     and totp_state is not null and consumed_at is null and expires_at > :now
   order by requests @> cast(:requester as jsonb) desc, sends_at desc, id desc limit 1`;

/** The wrong codes of the hour on the address; a right one gives its try back when it is used up. */
const TOTAL = `
  (select sum(o.attempts) from login_challenge o
    where o.purpose = c.purpose and o.email = c.email and o.sends_at > :countedFrom)`;

async function claimTryOfRequester(
  tx: Ctx,
  subject: ChallengeSubject,
  requesterHash: string | null,
): Promise<TryClaim> {
  await lockCodesOf(tx, subject.email);
  const now = tx.now();
  const knex = tx.em.getKnex();
  const bindings = {
    ...subject,
    now,
    countedFrom: new Date(now.getTime() - COUNTED_CODE_AGE_MS),
    requester: JSON.stringify([{ requesterHash: requesterHash ?? '' }]),
  };
  const [claimed] = await tx.em.execute<ClaimedRow[]>(
    knex.raw(
      `update login_challenge c set attempts = c.attempts + 1
        where c.id = (${TARGET}) and c.consumed_at is null
          and c.attempts < ${LOGIN_CODE_TRIES} and ${TOTAL} < ${LOGIN_TRIES_PER_HOUR}
        returning c.id, c.totp_state`,
      bindings,
    ),
  );
  if (claimed !== undefined) return claimedTry(claimed, false);
  const [row] = await tx.em.execute<{ total: string; expires_at: string; oldest_counted: string }[]>(
    knex.raw(
      `select ${TOTAL} as total, c.expires_at,
              (select min(o.sends_at) from login_challenge o
                where o.purpose = c.purpose and o.email = c.email and o.sends_at > :countedFrom
                  and o.attempts > 0) as oldest_counted
         from login_challenge c where c.id = (${TARGET})`,
      bindings,
    ),
  );
  if (row === undefined) return { kind: 'NO_CODE' };
  const isAddressLocked = Number(row.total) >= LOGIN_TRIES_PER_HOUR;
  const until = isAddressLocked
    ? new Date(new Date(row.oldest_counted).getTime() + COUNTED_CODE_AGE_MS)
    : new Date(row.expires_at);
  return {
    kind: 'LOCKED',
    what: isAddressLocked ? 'ADDRESS' : 'CODE',
    retryAfterSeconds: secondsUntil(now, until),
  };
}

function claimedTry(row: ClaimedRow, isByLink: boolean): TryClaim {
  return { kind: 'CLAIMED', challengeId: row.id, totpState: row.totp_state, isByLink };
}

function secondsUntil(now: Date, end: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
}

/** A code that was entered right; `consumeCode` uses it up. */
export type ProvenCode = Pick<ClaimedTry, 'challengeId' | 'isByLink'>;

/**
 * Uses a code up and gives its try back: true once, and false for everybody else who proved the same code, or when it was replaced
 * meanwhile.
 */
export async function consumeCode(tx: Ctx, { challengeId, isByLink }: ProvenCode): Promise<boolean> {
  const now = tx.now();
  const consumed = await tx.em.execute<unknown[]>(
    `update login_challenge set consumed_at = ?, attempts = attempts - ?
      where id = ? and consumed_at is null and expires_at > ? returning id`,
    [now, isByLink ? 0 : 1, challengeId, now],
  );
  return consumed.length === 1;
}
