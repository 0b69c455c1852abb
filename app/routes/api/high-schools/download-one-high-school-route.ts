import { streamHighSchoolsCsv } from '#app/domain/exports/stream-high-schools-csv.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { LIST_DOWNLOAD } from '#app/server/ask-first.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { csvResponse } from '#app/server/csv-response.ts';

const api = apiRoute({
  GET: endpoint({
    ability: 'highSchool.download',
    params: IdParamsSchema,
    asksFirst: LIST_DOWNLOAD,
    handle: async ({ ctx, params, request }) =>
      csvResponse(request, await streamHighSchoolsCsv(ctx, { highSchoolId: params.id })),
  }),
});
export const loader = api.loader;
export const action = api.action;
