import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { UserAccountEntity } from './user-account.ts';

/** A person's passkey, with only its public key. Removed ones are deleted. */
export const PasskeyEntity = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    id: p.uuid().primary(),
    user: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .index('passkey_user_index'),
    name: p.text(),
    /** In base64url, like `publicKey`. */
    credentialId: p.text().unique('passkey_credential_id_unique'),
    publicKey: p.text(),
    /** How often the authenticator says it was used; 0 if it doesn't count. Up to 2³² − 1. */
    counter: p.bigint('number'),
    transports: p.array(),
    createdAt: p.datetime(3),
    lastUsedAt: p.datetime(3).nullable(),
    /** When it was approved to grant administrator rights; null if it wasn't. */
    approvedAt: p.datetime(3).nullable(),
  },
  checks: [
    { name: 'passkey_name_check', expression: "btrim(name) <> ''" },
    { name: 'passkey_counter_check', expression: 'counter >= 0' },
  ],
});
export type Passkey = InferEntity<typeof PasskeyEntity>;
