import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { UserAccountEntity } from './user-account.ts';

export const CHALLENGE_PURPOSES = ['SIGN_IN', 'CHANGE_EMAIL', 'ADD_PASSKEY'] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/** A browser or user that requested the code, and may enter it without the link. */
export interface CodeRequest {
  /** The hash of the requesting browser's cookie, or of the user who is changing their address. */
  readonly requesterHash: string;
  readonly clientAddress: string;
  readonly browser: string;
  readonly at: string;
}

/** A sign-in code, generated when the email is sent at `sendsAt`. Its state is stored here and never in a cookie. */
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
    requests: p.json().$type<readonly CodeRequest[]>(),
    /** Null until the code is generated. */
    totpState: p.text().nullable(),
    /** Null without a link. */
    linkHash: p.text().nullable().unique('login_challenge_link_hash_unique'),
    /** Attempts without the link; `linkAttempts` counts those with it. */
    attempts: p.integer().default(0),
    linkAttempts: p.integer().default(0),
    sendsAt: p.datetime(3).index('login_challenge_sends_at_index'),
    expiresAt: p.datetime(3).index('login_challenge_expires_at_index'),
    consumedAt: p.datetime(3).nullable(),
  },
  checks: [
    { name: 'login_challenge_attempts_check', expression: 'attempts >= 0' },
    { name: 'login_challenge_link_attempts_check', expression: 'link_attempts >= 0' },
    { name: 'login_challenge_email_lower_check', expression: 'email = lower(email)' },
  ],
  indexes: [{ name: 'login_challenge_email_index', properties: ['email', 'purpose', 'sendsAt'] }],
});
export type LoginChallenge = InferEntity<typeof LoginChallengeEntity>;
