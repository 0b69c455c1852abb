import { removePasskey } from '#app/domain/auth/passkeys.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  DELETE: endpoint({
    operation: {
      id: 'removePasskey',
      summary: 'Remove a passkey',
      description:
        'Its owner can no longer sign in with it, and we email them. Sessions that started with it continue. Requires a session.',
    },
    ability: 'passkey.remove',
    scope: null,
    params: IdParamsSchema,
    status: 204,
    handle: ({ ctx, params }) => removePasskey(ctx, params.id),
  }),
});

export const loader = api.loader;
export const action = api.action;
