import type { Ctx } from '#app/domain/ctx.server.ts';
import { listStatistics } from '#app/domain/statistics/read-statistics.server.ts';
import { statisticsColumns } from '#app/messages/statistics-labels.ts';
import type { StatisticsFilter } from '#app/schemas/statistics.ts';
import { BROWSER, type ExportFile, exportFile } from './export-file.server.ts';
import { datedFileName } from './export-file-names.ts';
import { inChunks } from './in-chunks.server.ts';

/**
 * Streams the statistics. For administrators.
 *
 * @throws {Forbidden} when the actor isn't an administrator
 * @throws {NotFound} when the year doesn't exist
 * @throws {Busy} when too many exports are running
 */
export async function streamStatistics(
  ctx: Ctx,
  filter: StatisticsFilter,
  reader = BROWSER,
): Promise<ExportFile> {
  const { rows } = await listStatistics(ctx, filter);
  const columns = statisticsColumns(filter.by);
  const name = datedFileName('statistics', ctx);
  return exportFile(ctx, name, reader, async function* (format) {
    const table = format.open({ headers: columns.map(({ title }) => title), order: null });
    reader.onBatch(rows.length);
    yield* table.file(
      inChunks(rows, (row) => table.row(JSON.stringify(columns.map(({ text }) => text(row))))),
    );
    await reader.finish();
  });
}
