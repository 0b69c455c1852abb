import type { Ctx } from '#app/domain/ctx.server.ts';
import { listStatistics } from '#app/domain/statistics/read-statistics.server.ts';
import { CSV_BOM } from '#app/lib/csv/csv-lines.ts';
import { statisticsColumns } from '#app/lib/messages/statistics-labels.ts';
import type { StatisticsFilter } from '#app/schemas/statistics.ts';
import { BROWSER, type ExportFile, exportFile } from './export-file.server.ts';
import { csvLines } from './csv-format.ts';
import { datedFileName } from './export-file-names.ts';
import { inPieces } from './in-pieces.server.ts';

/**
 * Streams the statistics as CSV. For administrators.
 *
 * @throws {Forbidden} when the actor isn't an administrator
 * @throws {NotFound} when the year doesn't exist
 * @throws {Busy} when too many exports are running
 */
export async function streamStatisticsCsv(ctx: Ctx, filter: StatisticsFilter): Promise<ExportFile> {
  const { rows } = await listStatistics(ctx, filter);
  const columns = statisticsColumns(filter.by);
  const name = datedFileName('statistics', ctx.now(), ctx.settings.timeZone);
  return exportFile(ctx, name, BROWSER, async function* () {
    yield CSV_BOM + csvLines([columns.map(({ title }) => title)]);
    yield* inPieces(rows, (row) => csvLines([columns.map(({ text }) => text(row))]));
  });
}
