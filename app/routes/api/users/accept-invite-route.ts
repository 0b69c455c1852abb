import { acceptOwnInvite } from '#app/domain/invites/own-invites.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  POST: endpoint({
    operation: { id: 'acceptInvite', summary: 'Accept an invite' },
    ability: 'invite.answer',
    scope: null,
    params: IdParamsSchema,
    status: 204,
    handle: async ({ ctx, params }) => {
      await acceptOwnInvite(ctx, params.id);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
