import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { UserAccountEntity } from './user-account.ts';

export const PASSKEY_PURPOSES = ['SIGN_IN', 'ADD'] as const;
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number];

/** A challenge that a passkey can sign once, within a few minutes. Deleted when the browser responds. */
export const PasskeyChallengeEntity = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenge',
  properties: {
    id: p.uuid().primary(),
    challengeHash: p.text().unique('passkey_challenge_challenge_hash_unique'),
    purpose: p.enum([...PASSKEY_PURPOSES]),
    /** The hash of the requesting browser's cookie, or of the session that adds a passkey. */
    requesterHash: p.text(),
    /** Who adds a passkey; null for signing in. */
    user: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .nullable()
        .index('passkey_challenge_user_index'),
    expiresAt: p.datetime(3).index('passkey_challenge_expires_at_index'),
  },
});
export type PasskeyChallenge = InferEntity<typeof PasskeyChallengeEntity>;
