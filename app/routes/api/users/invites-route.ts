import { inviteUser } from '#app/domain/invites/create-invites.server.ts';
import { listUserInvites } from '#app/domain/invites/list-invites.server.ts';
import { UserInviteResponseSchema, UserInviteCreateSchema } from '#app/schemas/invite.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'listUserInvites', summary: 'List invites' },
    ability: 'invite.manage',
    query: ListQuerySchema,
    response: UserInviteResponseSchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listUserInvites(ctx, query);
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    operation: {
      id: 'inviteUser',
      summary: 'Invite a user',
      example: { email: 'colleague@office.example.org' },
    },
    ability: 'invite.manage',
    body: UserInviteCreateSchema,
    response: UserInviteResponseSchema,
    status: 201,
    handle: async ({ ctx, body }) => ({ body: await inviteUser(ctx, body) }),
  }),
});

export const loader = api.loader;
export const action = api.action;
