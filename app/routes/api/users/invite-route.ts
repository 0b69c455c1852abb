import { removeUserInvite } from '#app/domain/invites/open-invite.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  DELETE: endpoint({
    operation: { id: 'removeUserInvite', summary: 'Remove an invite' },
    ability: 'invite.manage',
    params: IdParamsSchema,
    status: 204,
    handle: ({ ctx, params }) => removeUserInvite(ctx, params.id),
  }),
});

export const loader = api.loader;
export const action = api.action;
