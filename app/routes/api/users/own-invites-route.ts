import { listOwnInvites } from '#app/domain/invites/own-invites.server.ts';
import { OwnInviteSchema } from '#app/schemas/invite.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'listOwnInvites', summary: 'List your invites' },
    ability: 'invite.answer',
    scope: null,
    response: OwnInviteSchema.array(),
    handle: async ({ ctx }) => ({ body: await listOwnInvites(ctx) }),
  }),
});

export const loader = api.loader;
export const action = api.action;
