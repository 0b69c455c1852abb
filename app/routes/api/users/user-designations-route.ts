import { listDesignationsOfUser } from '#app/domain/designations/list-designations.server.ts';
import { resolveUserId } from '#app/domain/users/read-users.server.ts';
import { DesignationListItemSchema, DesignationListQuerySchema } from '#app/schemas/designation.ts';
import { UserIdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'listDesignationsOfUser', summary: "List a user's designations" },
    ability: 'user.readWork',
    params: UserIdParamsSchema,
    query: DesignationListQuerySchema,
    response: DesignationListItemSchema.array(),
    handle: async ({ ctx, params, query }) => {
      const userId = resolveUserId(ctx.actor, params.id);
      const { items, total } = await listDesignationsOfUser(ctx, { userId, query });
      return { body: [...items], total };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
