import { listUserHighSchools, resolveUserId } from '#app/domain/users/read-users.server.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { UserIdParamsSchema } from '#app/schemas/route-params.ts';
import { UserHighSchoolSchema } from '#app/schemas/user.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'listHighSchoolsOfUser', summary: "List a user's high schools" },
    ability: 'user.readWork',
    params: UserIdParamsSchema,
    query: ListQuerySchema,
    response: UserHighSchoolSchema.array(),
    handle: async ({ ctx, params, query }) => {
      const userId = resolveUserId(ctx.actor, params.id);
      const { items, total } = await listUserHighSchools(ctx, { userId, query });
      return { body: [...items], total };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
