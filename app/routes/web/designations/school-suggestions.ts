import { findSchoolsByName } from '#app/domain/high-schools/find-schools-by-name.server.ts';
import { SchoolChoicesSchema, SchoolNameQuerySchema } from '#app/schemas/school-choices.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

/** Called by the list's filter while a school's name is typed. Returns schools whose names contain it. */
const calls = apiRoute(
  {
    GET: endpoint({
      ability: 'highSchool.list',
      query: SchoolNameQuerySchema,
      response: SchoolChoicesSchema,
      handle: async ({ ctx, query: { name } }) => ({
        body: { schools: name === '' ? [] : await findSchoolsByName(ctx, name) },
      }),
    }),
  },
  'BROWSER',
);

export const loader = calls.loader;
export const action = calls.action;
