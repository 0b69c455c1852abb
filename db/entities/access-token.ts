import { defineEntity, EnumArrayType, type InferEntity, p } from '@mikro-orm/core';
import { TOKEN_SCOPES, type TokenScope } from '#app/schemas/token-scopes.ts';
import { UserAccountEntity } from './user-account.ts';

/** A person's access token for the REST API, with only its secret's hash. Revoked ones are deleted. */
export const AccessTokenEntity = defineEntity({
  name: 'AccessToken',
  tableName: 'access_token',
  properties: {
    id: p.uuid().primary(),
    user: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .index('access_token_user_index'),
    name: p.text(),
    scopes: p.type(new EnumArrayType('AccessToken.scopes', [...TOKEN_SCOPES])).$type<TokenScope[]>(),
    secretHash: p.text().unique('access_token_secret_hash_unique'),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    /** Updated at most once a minute. */
    lastUsedAt: p.datetime(3).nullable(),
  },
  checks: [
    { name: 'access_token_name_check', expression: "btrim(name) <> ''" },
    {
      name: 'access_token_scopes_check',
      expression: "cardinality(scopes) > 0 and scopes <@ array['READ'::text, 'EXPORT'::text, 'MANAGE'::text]",
    },
  ],
});
export type AccessToken = InferEntity<typeof AccessTokenEntity>;
