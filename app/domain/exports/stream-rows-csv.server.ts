import { askAgain } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  type CsvExport,
  csvExport,
  fetchCsvRows,
  openCsvCursor,
} from '#app/domain/exports/csv-export.server.ts';
import { csvLines } from '#app/domain/exports/csv-format.ts';
import { csvLinesOfJson } from '#app/domain/exports/csv-lines-of-json.ts';
import type { ExportReader } from '#app/domain/exports/export-reader.ts';
import { inPieces } from '#app/domain/exports/in-pieces.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { CSV_BOM } from '#app/lib/csv-lines.ts';

/** Rows fetched at a time. */
const FETCH_ROWS = 500;

/** A column of a file: its header and what its cells are in SQL, a text that is never null. */
export type CsvColumn = readonly [header: string, sql: string];

export interface RowsCsv {
  readonly ability: 'user.download' | 'highSchool.download';
  readonly fileName: string;
  readonly columns: readonly CsvColumn[];
  /** What follows `select …`: from, where and order. */
  readonly from: SqlFragment;
}

/**
 * The CSV of what a query finds, a line each (decisions, section 7), streamed in flat memory from one cursor, and so one
 * snapshot. For what holds no students: nothing is written. The caller has asked permission. Throws Busy where too many exports run.
 */
export function streamRowsCsv(
  ctx: Ctx,
  { ability, fileName, columns, from }: RowsCsv,
  reader: ExportReader,
): Promise<CsvExport> {
  const cells = columns.map(([, sql]) => sql).join(', ');
  const query = { sql: `select json_build_array(${cells})::text as cells ${from.sql}`, params: from.params };
  const headers = columns.map(([header]) => header);
  return csvExport(ctx, fileName, reader, () => linesOf(ctx, ability, { headers, query }, reader));
}

async function* linesOf(
  ctx: Ctx,
  ability: RowsCsv['ability'],
  { headers, query }: { readonly headers: readonly string[]; readonly query: SqlFragment },
  reader: ExportReader,
): AsyncGenerator<string, void> {
  const em = ctx.em.fork();
  await em.begin();
  try {
    const tx = { ...ctx, em };
    await openCsvCursor(tx, query);
    await askAgain(tx, ability);
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
