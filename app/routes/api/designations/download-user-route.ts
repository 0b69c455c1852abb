import { streamDesignationsCsv } from '#app/domain/exports/stream-designations-csv.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { DESIGNATIONS_DOWNLOAD } from '#app/server/ask-first.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  ability: 'designation.download',
  params: IdParamsSchema,
  asksFirst: DESIGNATIONS_DOWNLOAD,
  file: ({ ctx, params }) => streamDesignationsCsv(ctx, { userId: params.id }),
});
export const loader = api.loader;
export const action = api.action;
