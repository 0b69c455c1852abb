import { LOGIN_CODE_MINUTES, LOGIN_CODE_ATTEMPTS, LOGIN_ATTEMPTS_PER_HOUR } from '#app/config/constants.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { acquireTextLock } from '#app/domain/lock-queries.server.ts';
import { type ChallengePurpose, LoginChallengeEntity } from '#db/entities/login-challenge.ts';
import {
  countAttempt,
  countAttemptByLink,
  findCountedAttempts,
  type AttemptedCode,
  markCodeUsed,
} from './auth-queries.server.ts';
import { secondsBetween } from './rate-limits.server.ts';

/** The purpose and address of a code. `userId` is the user who changes their address; null for signing in. */
export interface ChallengeSubject {
  readonly purpose: ChallengePurpose;
  readonly email: string;
  readonly userId: string | null;
}

const MINUTE_MS = 60_000;
export const CODE_MS = LOGIN_CODE_MINUTES * MINUTE_MS;

/** Maximum age of a code that was attempted in the last hour. */
export const COUNTED_CODE_AGE_MS = 60 * MINUTE_MS + CODE_MS;

/** Selects the code that an attempt is compared with: by the link in its email, or by who requested it. */
export type AttemptBy = { readonly linkHash: string } | { readonly requesterHash: string | null };

export interface ClaimedAttempt extends AttemptedCode {
  readonly isByLink: boolean;
}

export type AttemptClaim =
  | ({ readonly kind: 'CLAIMED' } & ClaimedAttempt)
  | { readonly kind: 'NO_CODE' }
  | {
      readonly kind: 'LOCKED';
      readonly what: 'LINK' | 'CODE' | 'ADDRESS';
      readonly retryAfterSeconds: number;
    };

/** Serializes requesting, sending, and attempting (without a link) the codes of an address. */
export async function lockCodesOf(tx: Ctx, email: string): Promise<void> {
  await acquireTextLock(tx, 'sign-in codes', email);
}

/**
 * Counts and commits an attempt before its code is compared, so concurrent attempts can't exceed the limits.
 * It counts for one code: the link's, otherwise the requester's, otherwise the latest one of the subject.
 */
export async function claimAttempt(
  ctx: Ctx,
  subject: ChallengeSubject,
  by: AttemptBy,
): Promise<AttemptClaim> {
  return 'linkHash' in by
    ? claimAttemptByLink(ctx, subject, by.linkHash)
    : inTransaction(ctx, (tx) => claimAttemptOfRequester(tx, subject, by.requesterHash));
}

async function claimAttemptByLink(
  ctx: Ctx,
  { email }: ChallengeSubject,
  linkHash: string,
): Promise<AttemptClaim> {
  const now = ctx.now();
  const claimed = await countAttemptByLink(
    ctx,
    { linkHash, email },
    { now, attemptsMax: LOGIN_CODE_ATTEMPTS },
  );
  if (claimed !== null) return { kind: 'CLAIMED', ...claimed, isByLink: true };
  const live = { linkHash, email, consumedAt: null, expiresAt: { $gt: now } };
  const locked = await ctx.em.findOne(LoginChallengeEntity, live, { refresh: true });
  if (locked === null) return { kind: 'NO_CODE' };
  return { kind: 'LOCKED', what: 'LINK', retryAfterSeconds: secondsBetween(now, locked.expiresAt) };
}

async function claimAttemptOfRequester(
  tx: Ctx,
  subject: ChallengeSubject,
  requesterHash: string | null,
): Promise<AttemptClaim> {
  await lockCodesOf(tx, subject.email);
  const now = tx.now();
  const attempt = {
    ...subject,
    requesterHash: requesterHash ?? '',
    now,
    countedFrom: new Date(now.getTime() - COUNTED_CODE_AGE_MS),
  };
  const limits = { attemptsMax: LOGIN_CODE_ATTEMPTS, attemptsPerHour: LOGIN_ATTEMPTS_PER_HOUR };
  const claimed = await countAttempt(tx, attempt, limits);
  if (claimed !== null) return { kind: 'CLAIMED', ...claimed, isByLink: false };
  const counted = await findCountedAttempts(tx, attempt);
  if (counted === null) return { kind: 'NO_CODE' };
  const { attempts, expiresAt, oldestSentAt } = counted;
  const isAddressLocked = attempts >= LOGIN_ATTEMPTS_PER_HOUR && oldestSentAt !== null;
  const until = isAddressLocked ? new Date(oldestSentAt.getTime() + COUNTED_CODE_AGE_MS) : expiresAt;
  return {
    kind: 'LOCKED',
    what: isAddressLocked ? 'ADDRESS' : 'CODE',
    retryAfterSeconds: secondsBetween(now, until),
  };
}

/** A code that was entered correctly; `consumeCode` uses it up. */
export type ProvenCode = Pick<ClaimedAttempt, 'challengeId' | 'isByLink'>;

/** Uses up a code and subtracts its attempt. False if it was already used, or replaced in the meantime. */
export async function consumeCode(tx: Ctx, { challengeId, isByLink }: ProvenCode): Promise<boolean> {
  return markCodeUsed(tx, challengeId, { now: tx.now(), returnedAttempts: isByLink ? 0 : 1 });
}
