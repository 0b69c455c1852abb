import {
  changeAcademicYear,
  deleteAcademicYear,
} from '#app/domain/academic-years/change-academic-year.server.ts';
import { getAcademicYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { AcademicYearAnswerSchema, AcademicYearPatchSchema } from '#app/schemas/academic-year.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    ability: 'academicYear.read',
    params: IdParamsSchema,
    answer: AcademicYearAnswerSchema,
    handle: async ({ ctx, params }) => {
      const year = await getAcademicYear(ctx, params.id);
      return { body: year, version: year.version };
    },
  }),
  PATCH: endpoint({
    ability: 'academicYear.manage',
    params: IdParamsSchema,
    body: AcademicYearPatchSchema,
    answer: AcademicYearAnswerSchema,
    handle: async ({ ctx, params, body, ifMatch }) => {
      const year = await changeAcademicYear(ctx, { id: params.id, patch: body, ifMatch });
      return { body: year, version: year.version };
    },
  }),
  DELETE: endpoint({
    ability: 'academicYear.manage',
    params: IdParamsSchema,
    status: 204,
    handle: ({ ctx, params, ifMatch }) => deleteAcademicYear(ctx, { id: params.id, ifMatch }),
  }),
});

export const loader = api.loader;
export const action = api.action;
