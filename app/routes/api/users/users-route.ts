import { listUsers } from '#app/domain/users/read-users.server.ts';
import { UserListItemSchema, UserListQuerySchema } from '#app/schemas/user.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'listUsers', summary: 'List users' },
    ability: 'user.list',
    query: UserListQuerySchema,
    response: UserListItemSchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listUsers(ctx, query);
      return { body: [...items], total };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
