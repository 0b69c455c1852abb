import {
  changeAcademicYear,
  deleteAcademicYear,
} from '#app/domain/academic-years/change-academic-year.server.ts';
import { getAcademicYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { AcademicYearResponseSchema, AcademicYearPatchSchema } from '#app/schemas/academic-year.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'getAcademicYear', summary: 'Get an academic year', hasVersion: true },
    ability: 'academicYear.read',
    params: IdParamsSchema,
    response: AcademicYearResponseSchema,
    handle: async ({ ctx, params }) => {
      const year = await getAcademicYear(ctx, params.id);
      return { body: year, version: year.version };
    },
  }),
  PATCH: endpoint({
    operation: {
      id: 'updateAcademicYear',
      summary: 'Change an academic year',
      description: 'Activating a year deactivates the others. `null` clears a date.',
      example: { dueAt: '2027-03-01T08:00:00Z' },
      hasVersion: true,
    },
    ability: 'academicYear.manage',
    params: IdParamsSchema,
    body: AcademicYearPatchSchema,
    response: AcademicYearResponseSchema,
    handle: async ({ ctx, params, body, ifMatch }) => {
      const year = await changeAcademicYear(ctx, { id: params.id, patch: body, ifMatch });
      return { body: year, version: year.version };
    },
  }),
  DELETE: endpoint({
    operation: {
      id: 'deleteAcademicYear',
      summary: 'Delete an academic year',
      description: 'Returns 409 if the year is active or has designations.',
      hasVersion: true,
    },
    ability: 'academicYear.manage',
    params: IdParamsSchema,
    status: 204,
    handle: ({ ctx, params, ifMatch }) => deleteAcademicYear(ctx, { id: params.id, ifMatch }),
  }),
});

export const loader = api.loader;
export const action = api.action;
