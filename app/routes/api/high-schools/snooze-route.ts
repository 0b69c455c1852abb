import { endSnooze, snoozeSchool } from '#app/domain/high-schools/snooze-school.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { SnoozeAnswerSchema, SnoozeSchema } from '#app/schemas/school-snooze.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  POST: endpoint({
    ability: 'note.manage',
    params: IdParamsSchema,
    body: SnoozeSchema,
    answer: SnoozeAnswerSchema,
    handle: async ({ ctx, params, body }) => ({
      body: await snoozeSchool(ctx, { highSchoolId: params.id, until: body.until }),
    }),
  }),
  DELETE: endpoint({
    ability: 'note.manage',
    params: IdParamsSchema,
    status: 204,
    handle: ({ ctx, params }) => endSnooze(ctx, params.id),
  }),
});

export const loader = api.loader;
export const action = api.action;
