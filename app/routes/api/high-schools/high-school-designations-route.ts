import { listDesignationsOfSchool } from '#app/domain/designations/list-designations.server.ts';
import { DesignationListItemSchema, DesignationListQuerySchema } from '#app/schemas/designation.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'listDesignationsOfSchool', summary: "List a school's designations" },
    ability: 'highSchool.read',
    params: IdParamsSchema,
    query: DesignationListQuerySchema,
    response: DesignationListItemSchema.array(),
    handle: async ({ ctx, params, query }) => {
      const { items, total } = await listDesignationsOfSchool(ctx, { highSchoolId: params.id, query });
      return { body: [...items], total };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
