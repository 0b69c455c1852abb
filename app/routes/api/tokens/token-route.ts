import { revokeAccessToken } from '#app/domain/auth/access-tokens.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  DELETE: endpoint({
    operation: {
      id: 'revokeAccessToken',
      summary: 'Revoke an access token',
      description: 'It stops working immediately. Requires a session.',
    },
    ability: 'token.revoke',
    scope: null,
    params: IdParamsSchema,
    status: 204,
    handle: ({ ctx, params }) => revokeAccessToken(ctx, params.id),
  }),
});

export const loader = api.loader;
export const action = api.action;
