import { streamHighSchoolsCsv } from '#app/domain/exports/stream-high-schools-csv.server.ts';
import { HighSchoolFilterSchema } from '#app/schemas/high-school.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { LIST_DOWNLOAD } from '#app/server/ask-first.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { csvResponse } from '#app/server/csv-response.ts';

const api = apiRoute({
  GET: endpoint({
    ability: 'highSchool.download',
    query: HighSchoolFilterSchema,
    asksFirst: LIST_DOWNLOAD,
    handle: async ({ ctx, query, request }) =>
      csvResponse(request, await streamHighSchoolsCsv(ctx, { filter: query })),
  }),
});
export const loader = api.loader;
export const action = api.action;
