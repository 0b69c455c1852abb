import { changeSchoolStatuses } from '#app/domain/high-schools/change-high-school.server.ts';
import { SchoolStatusesResponseSchema, SchoolStatusesSchema } from '#app/schemas/high-school.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  POST: endpoint({
    operation: {
      id: 'changeHighSchoolStatuses',
      summary: 'Activate or deactivate high schools',
      description: 'The response names the schools that changed.',
      example: { ids: ['$HIGH_SCHOOL_ID'], status: 'ACTIVE' },
    },
    ability: 'highSchool.activateMany',
    body: SchoolStatusesSchema,
    response: SchoolStatusesResponseSchema,
    handle: async ({ ctx, body }) => ({
      body: { changed: (await changeSchoolStatuses(ctx, body)).map(({ name }) => name) },
    }),
  }),
});

export const loader = api.loader;
export const action = api.action;
