import { streamStatisticsCsv } from '#app/domain/exports/stream-statistics-csv.server.ts';
import { StatisticsFilterSchema } from '#app/schemas/statistics.ts';
import { FIGURES_DOWNLOAD } from '#app/server/ask-first.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  ability: 'statistics.read',
  query: StatisticsFilterSchema,
  asksFirst: FIGURES_DOWNLOAD,
  file: ({ ctx, query }) => streamStatisticsCsv(ctx, query),
});
export const loader = api.loader;
export const action = api.action;
