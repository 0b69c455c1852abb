import type { Ctx } from '#app/domain/ctx.server.ts';
import { Invalid, RateLimited } from '#app/lib/domain-errors.ts';
import {
  type ChallengeSubject,
  claimAttempt,
  type ProvenCode,
  type AttemptClaim,
} from './login-codes.server.ts';
import { hashOfSecret } from './session-secret.server.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { isCodeOf } from './totp-strategy.server.ts';

/** Returns the same error for incorrect, expired, used, and replaced codes. */
export function wrongCode(field: string): Invalid {
  return new Invalid([{ path: [field], message: USER_MESSAGES.wrongCode }], USER_MESSAGES.wrongCode);
}

export interface Proof {
  readonly code: string;
  readonly field: string;
  /** From the link in the email; selects that email's code. */
  readonly link?: string;
  /** Secret used to request the code; null if this caller requested none. */
  readonly requesterSecret: string | null;
}

/**
 * Checks a code. Don't call it in a transaction: a rollback would undo the count of the attempt.
 *
 * @throws {Invalid} when the code is incorrect
 * @throws {RateLimited} when no attempts are left
 */
export async function proveCode(ctx: Ctx, subject: ChallengeSubject, proof: Proof): Promise<ProvenCode> {
  if (ctx.em.isInTransaction()) throw new Error('Attempts must be counted outside a transaction');
  const { link, requesterSecret } = proof;
  const claim = await claimAttempt(
    ctx,
    subject,
    link === undefined
      ? { requesterHash: requesterSecret === null ? null : hashOfSecret(requesterSecret) }
      : { linkHash: hashOfSecret(link) },
  );
  switch (claim.kind) {
    case 'NO_CODE':
      throw wrongCode(proof.field);
    case 'LOCKED':
      ctx.log.warn({ what: claim.what }, 'a code has no attempts left');
      throw locked(subject, claim);
    case 'CLAIMED': {
      const { challengeId, isByLink } = claim;
      if (await isCodeOf(ctx.settings.sessionSecrets, claim.totpState, proof.code)) {
        return { challengeId, isByLink };
      }
      ctx.log.info({ challengeId, isByLink }, 'an incorrect code was entered');
      throw wrongCode(proof.field);
    }
  }
}

function locked(
  { purpose }: ChallengeSubject,
  { what, retryAfterSeconds }: Extract<AttemptClaim, { kind: 'LOCKED' }>,
): RateLimited {
  const mayUseLink = purpose === 'SIGN_IN' && what !== 'LINK';
  const { noAttemptsLeft, noAttemptsLeftUseLink, addressLocked, addressLockedUseLink } = USER_MESSAGES;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message =
    what === 'ADDRESS'
      ? (mayUseLink ? addressLockedUseLink : addressLocked)(minutes)
      : mayUseLink
        ? noAttemptsLeftUseLink
        : noAttemptsLeft;
  return new RateLimited(message, retryAfterSeconds);
}
