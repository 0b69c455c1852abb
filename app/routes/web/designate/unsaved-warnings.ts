import { findUnsavedWarnings } from '#app/domain/students/find-student-warnings.server.ts';
import { UnsavedStudentsSchema, UnsavedWarningsSchema } from '#app/schemas/designation-editing.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

/** Called by Review's script for changes that are only in the browser, as those of a PENDING designation. */
const calls = apiRoute(
  {
    POST: endpoint({
      ability: 'designation.editDraft',
      params: IdParamsSchema,
      body: UnsavedStudentsSchema,
      hasStudents: true,
      response: UnsavedWarningsSchema,
      handle: async ({ ctx, params, body }) => ({
        body: { warnings: await findUnsavedWarnings(ctx, { ...params, ...body }) },
      }),
    }),
  },
  'BROWSER',
);

export const loader = calls.loader;
export const action = calls.action;
