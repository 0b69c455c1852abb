import { randomUUID } from 'node:crypto';
import { PASSKEY_CHALLENGE_MINUTES } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { PasskeyChallengeEntity, type PasskeyPurpose } from '#db/entities/passkey-challenge.ts';
import { hashOfSecret } from './session-secret.server.ts';

/** What a challenge is for, and who may answer it. */
export interface ChallengeUse {
  readonly purpose: PasskeyPurpose;
  /** The browser's secret, or the ID of the session that adds a passkey. Only a hash is stored. */
  readonly requester: string;
  /** Who adds a passkey; null for signing in. */
  readonly userId: string | null;
}

export const CHALLENGE_MS = PASSKEY_CHALLENGE_MINUTES * 60_000;

/** Stores the hash of a challenge that one requester may answer once, until it expires. */
export async function storeChallenge(ctx: Ctx, challenge: string, use: ChallengeUse): Promise<void> {
  await ctx.em.insert(PasskeyChallengeEntity, {
    id: randomUUID(),
    challengeHash: hashOfSecret(challenge),
    purpose: use.purpose,
    requesterHash: hashOfSecret(use.requester),
    user: use.userId,
    expiresAt: new Date(ctx.now().getTime() + CHALLENGE_MS),
  });
}

/** Uses up a challenge, even if the response turns out to be wrong. Returns false if it isn't open for this use. */
export async function consumeChallenge(ctx: Ctx, challenge: string, use: ChallengeUse): Promise<boolean> {
  const taken = await ctx.em.nativeDelete(PasskeyChallengeEntity, {
    challengeHash: hashOfSecret(challenge),
    purpose: use.purpose,
    requesterHash: hashOfSecret(use.requester),
    user: use.userId,
    expiresAt: { $gt: ctx.now() },
  });
  return taken === 1;
}

/** The site's origin and host name, which passkeys sign. */
export function relyingParty({ settings }: Ctx): { readonly origin: string; readonly id: string } {
  const { origin, hostname } = new URL(settings.appUrl);
  return { origin, id: hostname };
}
