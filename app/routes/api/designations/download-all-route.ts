import { streamDesignationsCsv } from '#app/domain/exports/stream-designations-csv.server.ts';
import { DesignationFilterSchema } from '#app/schemas/designation.ts';
import { DESIGNATIONS_DOWNLOAD } from '#app/server/ask-first.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  ability: 'designation.download',
  query: DesignationFilterSchema,
  asksFirst: DESIGNATIONS_DOWNLOAD,
  file: ({ ctx, query }) => streamDesignationsCsv(ctx, { filter: query }),
});
export const loader = api.loader;
export const action = api.action;
