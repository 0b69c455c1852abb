import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LinkedIdentityEntity } from './linked-identity.ts';
import { PasskeyEntity } from './passkey.ts';
import { UserAccountEntity } from './user-account.ts';

/**
 * A session, with only its secret's hash. With `provenEmail` and no user, it may only create that address's account.
 */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.uuid().primary(),
    secretHash: p.text().unique('session_secret_hash_unique'),
    user: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .nullable()
        .index('session_user_index'),
    /** The passkey that started it; null for a code, or once the passkey was removed. */
    passkey: () =>
      p
        .manyToOne(PasskeyEntity)
        .deleteRule('set null')
        .updateRule('no action')
        .nullable()
        .index('session_passkey_index'),
    /** The account at a provider that started it; null for other ways, or once that account was removed. */
    identity: () =>
      p
        .manyToOne(LinkedIdentityEntity)
        .deleteRule('set null')
        .updateRule('no action')
        .nullable()
        .index('session_identity_index'),
    provenEmail: p.text().nullable(),
    /** When the provider last asked who it is, long ago if it doesn't say; null if that was at `createdAt`. */
    provenAt: p.datetime(3).nullable(),
    clientAddress: p.text().nullable(),
    userAgent: p.text().nullable(),
    createdAt: p.datetime(3),
    seenAt: p.datetime(3),
    expiresAt: p.datetime(3).index('session_expires_at_index'),
  },
  checks: [{ name: 'session_owner_check', expression: '(user_id is null) <> (proven_email is null)' }],
});
export type Session = InferEntity<typeof SessionEntity>;
