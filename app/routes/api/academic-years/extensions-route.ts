import { grantExtension, listExtensions } from '#app/domain/academic-years/extensions.server.ts';
import { ExtensionResponseSchema, ExtensionCreateSchema } from '#app/schemas/academic-year.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listExtensions',
      summary: "List a year's extensions",
      description: 'Staff see only those of their own schools.',
    },
    ability: 'academicYear.read',
    params: IdParamsSchema,
    query: ListQuerySchema,
    response: ExtensionResponseSchema.array(),
    handle: async ({ ctx, params, query }) => {
      const { items, total } = await listExtensions(ctx, { yearId: params.id, query });
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    operation: {
      id: 'grantExtension',
      summary: 'Grant an extension',
      description: 'If the school already has an extension, replaces it and returns 200.',
      example: { highSchoolId: '$HIGH_SCHOOL_ID', dueAt: '2027-03-15T08:00:00Z', reason: 'Snow days' },
      otherStatus: 201,
    },
    ability: 'academicYear.manage',
    params: IdParamsSchema,
    body: ExtensionCreateSchema,
    response: ExtensionResponseSchema,
    handle: async ({ ctx, params, body }) => {
      const { extension, created } = await grantExtension(ctx, { yearId: params.id, extension: body });
      return { body: extension, status: created ? 201 : 200 };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
