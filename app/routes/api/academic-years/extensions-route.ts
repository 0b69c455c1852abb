import { grantExtension, listExtensions } from '#app/domain/academic-years/extensions.server.ts';
import { ExtensionAnswerSchema, ExtensionCreateSchema } from '#app/schemas/academic-year.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    ability: 'academicYear.read',
    params: IdParamsSchema,
    query: ListQuerySchema,
    answer: ExtensionAnswerSchema.array(),
    handle: async ({ ctx, params, query }) => {
      const { items, total } = await listExtensions(ctx, { yearId: params.id, query });
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    ability: 'academicYear.manage',
    params: IdParamsSchema,
    body: ExtensionCreateSchema,
    answer: ExtensionAnswerSchema,
    handle: async ({ ctx, params, body }) => {
      const { extension, created } = await grantExtension(ctx, { yearId: params.id, extension: body });
      return { body: extension, status: created ? 201 : 200 };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
