import type { Ctx } from '#app/domain/ctx.server.ts';
import { Invalid, RateLimited } from '#app/lib/domain-errors.ts';
import type { Caller } from './caller.ts';
import { clientNetwork } from './client-network.server.ts';
import { isKnownDevice } from './known-devices.server.ts';
import { type ChallengeSubject, claimTry } from './login-challenges.server.ts';
import { isCodeOf } from './totp-strategy.server.ts';

export const WRONG_CODE_MESSAGE =
  'This code is not right, or it is no longer valid. Check it, or ask for a new one.';

/** The one answer to wrong, expired, used and replaced codes, beside the field `field`. */
export function wrongCode(field: string): Invalid {
  return new Invalid([{ path: [field], message: WRONG_CODE_MESSAGE }], WRONG_CODE_MESSAGE);
}

export interface Proof {
  readonly code: string;
  /** The field that a wrong code is reported beside. */
  readonly field: string;
  readonly caller: Pick<Caller, 'clientAddress' | 'deviceMarks'>;
  /** True where being signed in already tells the owner from others. */
  readonly isOwner?: boolean;
}

/**
 * Compares a code with the subject's live one and answers the challenge's id, to be consumed by what the code is for.
 * The try is counted and committed first: never call this inside of a transaction, whose rollback would give it back.
 * Throws Invalid for a code that does not fit and RateLimited where no try is left.
 */
export async function proveCode(ctx: Ctx, subject: ChallengeSubject, proof: Proof): Promise<string> {
  if (ctx.em.isInTransaction()) throw new Error('A try must not be counted in a transaction');
  const claim = await claimTry(ctx, subject, {
    network: clientNetwork(proof.caller.clientAddress),
    isKnownDevice:
      proof.isOwner === true || isKnownDevice(ctx.settings, proof.caller.deviceMarks ?? [], subject.email),
  });
  switch (claim.kind) {
    case 'NO_CODE':
      throw wrongCode(proof.field);
    case 'LOCKED':
      ctx.log.warn({ isAddressLocked: claim.isAddressLocked }, 'no try is left on a code');
      throw locked(claim);
    case 'CLAIMED':
      if (await isCodeOf(ctx.settings.sessionSecrets, claim.totpState, proof.code)) return claim.challengeId;
      ctx.log.info({ challengeId: claim.challengeId }, 'a wrong code was entered');
      throw wrongCode(proof.field);
  }
}

function locked({
  isAddressLocked,
  retryAfterSeconds,
}: {
  isAddressLocked: boolean;
  retryAfterSeconds: number;
}): RateLimited {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new RateLimited(
    isAddressLocked
      ? `Too many wrong codes were entered for this address. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
      : 'Too many wrong codes were entered. Ask for a new code.',
    retryAfterSeconds,
  );
}
