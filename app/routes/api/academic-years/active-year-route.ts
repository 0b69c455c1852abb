import { getActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { AcademicYearResponseSchema } from '#app/schemas/academic-year.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'getActiveYear',
      summary: 'Get the active year',
      description: 'Returns 404 if no year is active.',
      hasVersion: true,
    },
    ability: 'academicYear.read',
    response: AcademicYearResponseSchema,
    handle: async ({ ctx }) => {
      const year = await getActiveYear(ctx);
      return { body: year, version: year.version };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
