import { streamDesignationsCsv } from '#app/domain/exports/stream-designations-csv.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { DESIGNATIONS_DOWNLOAD } from '#app/server/ask-first.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { csvResponse } from '#app/server/csv-response.ts';

const api = apiRoute({
  GET: endpoint({
    ability: 'designation.download',
    params: IdParamsSchema,
    asksFirst: DESIGNATIONS_DOWNLOAD,
    handle: async ({ ctx, params, request }) =>
      csvResponse(request, await streamDesignationsCsv(ctx, { userId: params.id })),
  }),
});
export const loader = api.loader;
export const action = api.action;
