import { counted } from '#app/lib/text/counted.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { Invalid, RateLimited } from '#app/lib/domain-errors.ts';
import { type ChallengeSubject, claimTry, type ProvenCode, type TryClaim } from './login-codes.server.ts';
import { hashOfSecret } from './session-secret.server.ts';
import { isCodeOf } from './totp-strategy.server.ts';

export const WRONG_CODE_MESSAGE = 'That code is incorrect or has expired. Request a new one.';

/** The one answer to wrong, expired, used and replaced codes, beside the field `field`. */
export function wrongCode(field: string): Invalid {
  return new Invalid([{ path: [field], message: WRONG_CODE_MESSAGE }], WRONG_CODE_MESSAGE);
}

export interface Proof {
  readonly code: string;
  /** The field that a wrong code is reported beside. */
  readonly field: string;
  /** From the link in the email: the try is compared with that email's code. */
  readonly link?: string;
  /** Of who tries, as in the request for a code; null for someone who requested none. */
  readonly requesterSecret: string | null;
}

/**
 * Compares a code with exactly one of the subject's, to be consumed by what the code is for. The try is counted and committed
 * first: never call this inside a transaction, whose rollback would give the try back.
 *
 * @throws {Invalid} for a code that doesn't fit
 * @throws {RateLimited} where no try is left
 */
export async function proveCode(ctx: Ctx, subject: ChallengeSubject, proof: Proof): Promise<ProvenCode> {
  if (ctx.em.isInTransaction()) throw new Error('An attempt must not be counted in a transaction');
  const { link, requesterSecret } = proof;
  const claim = await claimTry(
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
      ctx.log.info({ challengeId, isByLink }, 'a wrong code was entered');
      throw wrongCode(proof.field);
    }
  }
}

function locked(
  { purpose }: ChallengeSubject,
  { what, retryAfterSeconds }: Extract<TryClaim, { kind: 'LOCKED' }>,
): RateLimited {
  const byLink = purpose === 'SIGN_IN' && what !== 'LINK' ? 'Open the link in your latest email, or ' : '';
  const sentence = (start: string, advice: string) =>
    new RateLimited(
      `${start} ${byLink}${byLink === '' ? advice.charAt(0).toUpperCase() + advice.slice(1) : advice}`,
      retryAfterSeconds,
    );
  if (what !== 'ADDRESS') return sentence('Too many incorrect codes were entered.', 'request a new code.');
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return sentence(
    'Too many incorrect codes were entered for this address.',
    `try again in ${counted(minutes, 'minute')}.`,
  );
}
