import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A browser that was sent to the OpenID Connect provider. Deleted when it returns, so that it returns only once. */
export const OidcRequestEntity = defineEntity({
  name: 'OidcRequest',
  tableName: 'oidc_request',
  properties: {
    id: p.uuid().primary(),
    /** The hash of the random `state`, which the browser's cookie has, too. */
    stateHash: p.text().unique('oidc_request_state_hash_unique'),
    expiresAt: p.datetime(3).index('oidc_request_expires_at_index'),
  },
});
export type OidcRequest = InferEntity<typeof OidcRequestEntity>;
