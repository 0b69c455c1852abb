import { streamUsersCsv } from '#app/domain/exports/stream-users-csv.server.ts';
import { UserFilterSchema } from '#app/schemas/user.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { LIST_DOWNLOAD } from '#app/server/ask-first.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { csvResponse } from '#app/server/csv-response.ts';

const api = apiRoute({
  GET: endpoint({
    ability: 'user.download',
    query: UserFilterSchema,
    asksFirst: LIST_DOWNLOAD,
    handle: async ({ ctx, query, request }) =>
      csvResponse(request, await streamUsersCsv(ctx, { filter: query })),
  }),
});
export const loader = api.loader;
export const action = api.action;
