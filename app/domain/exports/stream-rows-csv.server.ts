import { recheckPermission } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { type CsvExport, csvExport, type ExportReader } from './csv-export.server.ts';
import { csvLines, csvLinesOfJson } from './csv-format.ts';
import { fetchCsvRows } from './export-queries.server.ts';
import { inPieces } from './in-pieces.server.ts';
import { CSV_BOM } from '#app/lib/csv/csv-lines.ts';

/** Rows per fetch. */
const FETCH_ROWS = 500;

export interface RowsCsv {
  readonly ability: 'user.download' | 'highSchool.download';
  readonly fileName: string;
  readonly headers: readonly string[];
  /** Opens the cursor over the rows in this transaction. */
  readonly openCursor: (tx: Ctx) => Promise<void>;
}

/**
 * Streams a query's rows as CSV (decisions, section 7) from one cursor, and so from one snapshot. Records no
 * disclosure, so not for student data. The caller has checked the permission.
 * @throws {Busy} when too many exports are running
 */
export function streamRowsCsv(ctx: Ctx, rows: RowsCsv, reader: ExportReader): Promise<CsvExport> {
  return csvExport(ctx, rows.fileName, reader, () => linesOf(ctx, rows, reader));
}

async function* linesOf(
  ctx: Ctx,
  { ability, headers, openCursor }: RowsCsv,
  reader: ExportReader,
): AsyncGenerator<string, void> {
  const em = ctx.em.fork();
  await em.begin();
  try {
    const tx = { ...ctx, em };
    await openCursor(tx);
    await recheckPermission(tx, ability);
    const fetchRows = () => fetchCsvRows<{ cells: string }>(em, FETCH_ROWS);
    let rows = await fetchRows();
    yield CSV_BOM + csvLines([headers]);
    while (rows.length > 0) {
      const upcoming = fetchRows();
      yield* inPieces(rows, ({ cells }) => csvLinesOfJson(cells));
      reader.taken(rows.length);
      rows = await upcoming;
    }
    await reader.finish();
  } finally {
    await em.rollback();
  }
}
