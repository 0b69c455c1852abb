import { browserExport } from '#app/domain/exports/export-file.server.ts';
import { streamStatistics } from '#app/domain/exports/stream-statistics.server.ts';
import { exportFormatShape } from '#app/schemas/export.ts';
import { StatisticsFilterSchema } from '#app/schemas/statistics.ts';
import { FIGURES_DOWNLOAD } from '#app/server/link-questions.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  operation: { id: 'downloadStatistics', summary: 'Download statistics' },
  ability: 'statistics.read',
  query: StatisticsFilterSchema.extend(exportFormatShape),
  confirmLink: FIGURES_DOWNLOAD,
  file: ({ ctx, query: { format, ...filter } }) => streamStatistics(ctx, filter, browserExport({ format })),
});
export const loader = api.loader;
export const action = api.action;
