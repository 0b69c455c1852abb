import { removeIdentity } from '#app/domain/auth/linked-identities.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  DELETE: endpoint({
    operation: {
      id: 'removeIdentity',
      summary: 'Remove a linked identity',
      description:
        'Sessions that started with it continue, and we email its owner. The next time an administrator signs in with the provider, the account used there is linked again. Requires a session.',
    },
    ability: 'identity.remove',
    scope: null,
    params: IdParamsSchema,
    status: 204,
    handle: ({ ctx, params }) => removeIdentity(ctx, params.id),
  }),
});

export const loader = api.loader;
export const action = api.action;
