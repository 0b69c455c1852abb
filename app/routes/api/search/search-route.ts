import { searchEverywhere } from '#app/domain/search/search-everywhere.server.ts';
import { SearchResponseSchema, SearchSchema } from '#app/schemas/search.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  POST: endpoint({
    operation: {
      id: 'search',
      summary: 'Search',
      description:
        'Returns up to ten each of schools, people, students, and designations. Records the disclosure of the students.',
      example: { text: 'sitka 2026' },
    },
    ability: 'search.everything',
    scope: 'READ',
    body: SearchSchema,
    response: SearchResponseSchema,
    handle: async ({ ctx, body }) => ({ body: await searchEverywhere(ctx, body.text) }),
  }),
});

export const loader = api.loader;
export const action = api.action;
