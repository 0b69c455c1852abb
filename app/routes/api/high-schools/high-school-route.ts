import { changeHighSchool } from '#app/domain/high-schools/change-high-school.server.ts';
import { getHighSchool } from '#app/domain/high-schools/get-high-school.server.ts';
import { HighSchoolResponseSchema, HighSchoolPatchSchema } from '#app/schemas/high-school.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'getHighSchool', summary: 'Get a high school', hasVersion: true },
    ability: 'highSchool.read',
    params: IdParamsSchema,
    response: HighSchoolResponseSchema,
    handle: async ({ ctx, params }) => {
      const school = await getHighSchool(ctx, params.id);
      return { body: school, version: school.version };
    },
  }),
  PATCH: endpoint({
    operation: {
      id: 'updateHighSchool',
      summary: 'Change a high school',
      description: 'Staff may change only phone, fax, and address.',
      example: { fax: '(907) 555-0177' },
      hasVersion: true,
    },
    ability: 'highSchool.editContact',
    params: IdParamsSchema,
    body: HighSchoolPatchSchema,
    response: HighSchoolResponseSchema,
    handle: async ({ ctx, params, body, ifMatch }) => {
      const school = await changeHighSchool(ctx, { id: params.id, patch: body, ifMatch });
      return { body: school, version: school.version };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
