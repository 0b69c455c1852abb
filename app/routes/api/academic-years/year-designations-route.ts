import { listDesignationsOfYear } from '#app/domain/designations/list-designations.server.ts';
import { DesignationListItemSchema, DesignationListQuerySchema } from '#app/schemas/designation.ts';
import { YearOrIdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listDesignationsOfYear',
      summary: "List a year's designations",
      description: 'Staff see only those of their own schools.',
    },
    ability: 'designation.list',
    params: YearOrIdParamsSchema,
    query: DesignationListQuerySchema,
    response: DesignationListItemSchema.array(),
    handle: async ({ ctx, params, query }) => {
      const { items, total } = await listDesignationsOfYear(ctx, { year: params.id, query });
      return { body: [...items], total };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
