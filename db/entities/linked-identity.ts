import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { UserAccountEntity } from './user-account.ts';

/** A person's account at an OpenID Connect provider, with which they can sign in. Removed ones are deleted. */
export const LinkedIdentityEntity = defineEntity({
  name: 'LinkedIdentity',
  tableName: 'linked_identity',
  properties: {
    id: p.uuid().primary(),
    user: () =>
      p
        .oneToOne(UserAccountEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .unique('linked_identity_user_unique'),
    /** The provider's URL, as its ID tokens state it. */
    issuer: p.text(),
    /** What the provider calls the person. It never changes there and is never given to anyone else. */
    subject: p.text(),
    createdAt: p.datetime(3),
    lastUsedAt: p.datetime(3),
  },
  uniques: [{ name: 'linked_identity_subject_unique', properties: ['issuer', 'subject'] }],
  checks: [{ name: 'linked_identity_subject_check', expression: "subject <> ''" }],
});
export type LinkedIdentity = InferEntity<typeof LinkedIdentityEntity>;
