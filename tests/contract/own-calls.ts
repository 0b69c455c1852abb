import { administrators } from './callers.ts';
import type { PermissionScene } from './permission-scene.server.ts';

const savedView = ({ savedViewId }: PermissionScene) => `users/@me/views/${savedViewId}`;

/** Rows of CALL_MATRIX for one's own access tokens, passkeys, linked identities, invites, and saved views. */
export const OWN_CALLS = {
  'GET tokens': { statuses: [401, 401, 401, 200, 200, 200, 200, 200] },
  'POST tokens': {
    statuses: [401, 401, 401, 201, 201, 201, 201, 201],
    body: () => ({ name: 'Nightly export', scopes: ['READ', 'EXPORT'], days: 30 }),
  },
  'DELETE tokens/{id}': {
    statuses: [401, 401, 401, 404, 404, 404, 404, 204],
    path: ({ tokenId }: PermissionScene) => `tokens/${tokenId}`,
  },
  'GET passkeys': { statuses: [401, 401, 401, 200, 200, 200, 200, 200] },
  'DELETE passkeys/{id}': {
    statuses: [401, 401, 401, 404, 404, 404, 404, 204],
    path: ({ passkeyId }: PermissionScene) => `passkeys/${passkeyId}`,
  },
  'POST passkeys/{id}/approve': {
    statuses: [401, 401, 401, 404, 404, 404, 404, 200],
    path: ({ passkeyId }: PermissionScene) => `passkeys/${passkeyId}/approve`,
  },
  'GET identities': { statuses: [401, 401, 401, 200, 200, 200, 200, 200] },
  'DELETE identities/{id}': {
    statuses: [401, 401, 401, 404, 404, 404, 404, 204],
    path: ({ identityId }: PermissionScene) => `identities/${identityId}`,
  },
  'GET users/@me/invites': { statuses: [401, 401, 401, 200, 200, 200, 200, 200] },
  'POST users/@me/invites/{id}/accept': {
    statuses: [401, 401, 401, 204, 404, 404, 404, 404],
    path: ({ ownInviteId }: PermissionScene) => `users/@me/invites/${ownInviteId}/accept`,
  },
  'POST users/@me/invites/{id}/decline': {
    statuses: [401, 401, 401, 204, 404, 404, 404, 404],
    path: ({ ownInviteId }: PermissionScene) => `users/@me/invites/${ownInviteId}/decline`,
  },
  'GET users/@me/views': { statuses: administrators(200) },
  'POST users/@me/views': {
    statuses: administrators(201),
    body: () => ({ name: 'New view', list: 'designations', query: 'status=PENDING' }),
  },
  'GET users/@me/views/{id}': { statuses: administrators(200), path: savedView },
  'PATCH users/@me/views/{id}': {
    statuses: administrators(200),
    path: savedView,
    body: () => ({ name: 'Renamed view' }),
  },
  'DELETE users/@me/views/{id}': { statuses: administrators(204), path: savedView },
};
