import { createAcademicYear } from '#app/domain/academic-years/create-academic-year.server.ts';
import { listAcademicYears } from '#app/domain/academic-years/read-academic-years.server.ts';
import { AcademicYearResponseSchema, AcademicYearCreateSchema } from '#app/schemas/academic-year.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'listAcademicYears', summary: 'List academic years' },
    ability: 'academicYear.read',
    query: ListQuerySchema,
    response: AcademicYearResponseSchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listAcademicYears(ctx, query);
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    operation: {
      id: 'createAcademicYear',
      summary: 'Create an academic year',
      description: 'The year is INACTIVE unless the request says otherwise.',
      example: { year: 2027 },
      hasVersion: true,
    },
    ability: 'academicYear.manage',
    body: AcademicYearCreateSchema,
    response: AcademicYearResponseSchema,
    status: 201,
    handle: async ({ ctx, body }) => {
      const year = await createAcademicYear(ctx, body);
      return { body: year, version: year.version };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
