import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { UserAccountEntity } from './user-account.ts';

export const CHALLENGE_PURPOSES = ['SIGN_IN', 'CHANGE_EMAIL'] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/**
 * A six-digit code waiting to be entered. The address, the tries and the use are bound here and never in a cookie; a new
 * challenge for the same address and purpose replaces the old one.
 */
export const LoginChallengeEntity = defineEntity({
  name: 'LoginChallenge',
  tableName: 'login_challenge',
  properties: {
    id: p.uuid().primary(),
    purpose: p.enum([...CHALLENGE_PURPOSES]).default('SIGN_IN'),
    email: p.text(),
    user: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .nullable()
        .index('login_challenge_user_index'),
    totpState: p.text(),
    /** The network that asked for the code: it keeps tries that others cannot use up. */
    askedFrom: p.text(),
    attempts: p.integer().default(0),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).index('login_challenge_expires_at_index'),
    consumedAt: p.datetime(3).nullable(),
  },
  checks: [
    { name: 'login_challenge_attempts_check', expression: 'attempts >= 0' },
    { name: 'login_challenge_email_lower_check', expression: 'email = lower(email)' },
  ],
  indexes: [{ name: 'login_challenge_email_index', properties: ['email', 'purpose', 'createdAt'] }],
});
export type LoginChallenge = InferEntity<typeof LoginChallengeEntity>;
