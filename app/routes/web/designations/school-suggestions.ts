import { findSchoolsByName } from '#app/domain/high-schools/find-schools-by-name.server.ts';
import { SchoolChoicesSchema, SchoolNameQuerySchema } from '#app/schemas/school-choices.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

/** What the list's filter calls while a school's name is typed: the schools with that in their names. */
const calls = apiRoute(
  {
    GET: endpoint({
      ability: 'highSchool.list',
      query: SchoolNameQuerySchema,
      answer: SchoolChoicesSchema,
      handle: async ({ ctx, query: { name } }) => ({
        body: { schools: name === '' ? [] : await findSchoolsByName(ctx, name) },
      }),
    }),
  },
  'BROWSER',
);

export const loader = calls.loader;
export const action = calls.action;
