import { endSnooze, snoozeSchool } from '#app/domain/high-schools/snooze-school.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { SnoozeResponseSchema, SnoozeSchema } from '#app/schemas/school-snooze.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  POST: endpoint({
    operation: {
      id: 'snoozeHighSchool',
      summary: 'Snooze an outstanding high school',
      description:
        'Moves the school to the end of the outstanding schools until the day in `until`, or until it submits.',
      example: { until: '2030-01-15' },
    },
    ability: 'note.manage',
    params: IdParamsSchema,
    body: SnoozeSchema,
    response: SnoozeResponseSchema,
    handle: async ({ ctx, params, body }) => ({
      body: await snoozeSchool(ctx, { highSchoolId: params.id, until: body.until }),
    }),
  }),
  DELETE: endpoint({
    operation: { id: 'endSnooze', summary: "End a high school's snooze" },
    ability: 'note.manage',
    params: IdParamsSchema,
    status: 204,
    handle: ({ ctx, params }) => endSnooze(ctx, params.id),
  }),
});

export const loader = api.loader;
export const action = api.action;
