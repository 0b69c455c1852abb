import { recheckPermission } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { type ExportFile, exportFile, type ExportReader } from './export-file.server.ts';
import type { ExportFormat } from './export-format.ts';
import { fetchCsvRows } from './export-queries.server.ts';
import { inPieces } from './in-pieces.server.ts';

/** Rows per fetch. */
const FETCH_ROWS = 500;

export interface ExportedRows {
  readonly ability: 'user.download' | 'highSchool.download';
  readonly fileName: string;
  readonly headers: readonly string[];
  /** Opens the cursor over the rows in this transaction. */
  readonly openCursor: (tx: Ctx) => Promise<void>;
}

/**
 * Streams a query's rows (decisions, section 7) from one cursor, and so from one snapshot. Records no
 * disclosure, so not for student data. The caller has checked the permission.
 * @throws {Busy} when too many exports are running
 */
export function streamRows(ctx: Ctx, rows: ExportedRows, reader: ExportReader): Promise<ExportFile> {
  return exportFile(ctx, rows.fileName, reader, (format) => rowsOf(ctx, rows, { reader, format }));
}

async function* rowsOf(
  ctx: Ctx,
  { ability, headers, openCursor }: ExportedRows,
  { reader, format }: { reader: ExportReader; format: ExportFormat },
): AsyncGenerator<string | Uint8Array, void> {
  const em = ctx.em.fork();
  await em.begin();
  try {
    const tx = { ...ctx, em };
    await openCursor(tx);
    await recheckPermission(tx, ability);
    const fetchRows = () => fetchCsvRows<{ cells: string }>(em, FETCH_ROWS);
    const first = await fetchRows();
    const table = format.open({ headers, order: null });
    yield* table.file(
      (async function* () {
        for (let rows = first; rows.length > 0;) {
          const upcoming = fetchRows();
          reader.taken(rows.length);
          yield* inPieces(rows, ({ cells }) => table.row(cells));
          rows = await upcoming;
        }
      })(),
    );
    await reader.finish();
  } finally {
    await em.rollback();
  }
}
