import { streamDesignationsCsv } from '#app/domain/exports/stream-designations-csv.server.ts';
import { DesignationFilterSchema } from '#app/schemas/designation.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { csvResponse } from '#app/server/csv-response.ts';

const api = apiRoute({
  GET: endpoint({
    ability: 'designation.download',
    query: DesignationFilterSchema,
    refusesCrossSite: true,
    handle: async ({ ctx, query, request }) =>
      csvResponse(request, await streamDesignationsCsv(ctx, { filter: query })),
  }),
});
export const loader = api.loader;
export const action = api.action;
