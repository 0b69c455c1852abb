import { askAgain } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { type CsvExport, csvExport } from '#app/domain/exports/csv-export.server.ts';
import { csvLines } from '#app/domain/exports/csv-format.ts';
import {
  type CsvGroupRow,
  csvLinesOfGroup,
  DESIGNATION_CSV_HEADERS,
  studentIdsOf,
} from '#app/domain/exports/designation-csv-sql.ts';
import {
  type DesignationSelection,
  type ResolvedSelection,
  resolveSelection,
} from '#app/domain/exports/designation-selection.server.ts';
import {
  fetchCsvRows,
  markDownloaded,
  openDesignationsCursor,
  tryInVain,
} from '#app/domain/exports/export-queries.server.ts';
import { BROWSER, type ExportReader } from '#app/domain/exports/export-reader.ts';
import { inPieces } from '#app/domain/exports/in-pieces.server.ts';
import { lockNewDesignations } from '#app/domain/exports/lock-new-designations.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { CSV_BOM } from '#app/lib/csv-lines.ts';
import { authorize } from '#app/policy/authorize.ts';

/** Designations fetched at a time: some hundred kilobytes of text. */
const FETCH_DESIGNATIONS = 50;

/**
 * The CSV of the selected designations and their students (decisions, sections 7 and 8), streamed in flat memory from one
 * transaction: one cursor, and so one snapshot, gives the rows; when the reader has taken the last one, what was exported is
 * marked as downloaded now, the reader makes its file whole, and the transaction is committed. Each portion's disclosure is committed by itself, on another
 * connection, before the portion is handed out: however an export ends, no student has left without one.
 *
 * An export that does not come to its end, whoever cuts it off, leaves every mark as it was; the disclosure of what it handed
 * out stays. The first portion is ready when this answers, so that what fails, fails here. Throws Forbidden for whoever may not
 * download, NotFound for ids that name nothing, Busy where too many exports run, Conflict where another one takes what was never
 * downloaded, and so does this.
 */
export async function streamDesignationsCsv(
  ctx: Ctx,
  selection: DesignationSelection,
  reader = BROWSER,
): Promise<CsvExport> {
  authorize(ctx.actor, 'designation.download');
  const resolved = await resolveSelection(ctx, selection);
  const isOnlyNew = reader.isOnlyNew || ('filter' in selection && selection.filter.noDownloadDate === true);
  const exporting = { ...reader, isOnlyNew };
  return csvExport(ctx, resolved.fileName, reader, () =>
    transactionChunks(ctx, selection, resolved, exporting),
  );
}

/**
 * READ COMMITTED is meant: the cursor alone is one snapshot, and the marks at the end do not fail because somebody edited
 * a designation while the file was read, as they would under REPEATABLE READ.
 */
async function* transactionChunks(
  ctx: Ctx,
  selection: DesignationSelection,
  { where }: ResolvedSelection,
  reader: ExportReader,
): AsyncGenerator<string, void> {
  const now = ctx.now();
  const em = ctx.em.fork();
  const tx: Ctx = { ...ctx, em, now: () => now };
  const beside: Ctx = { ...tx, em: ctx.em.fork() };
  await em.begin();
  let isComplete = false;
  try {
    if (reader.isOnlyNew && reader.isMarking) await lockNewDesignations(tx);
    await openDesignationsCursor(tx, reader.isOnlyNew ? neverDownloaded(where) : where);
    await askAgain(tx, 'designation.download');
    const fetchRows = () => fetchCsvRows<CsvGroupRow>(em, FETCH_DESIGNATIONS);
    const exportedIds: string[] = [];
    let rows = await fetchRows();
    // Fails where disclosures can't be written, while the caller can still get an error instead of a broken file.
    await tryInVain(tx, () => disclose(tx, selection, rows));
    yield CSV_BOM + csvLines([DESIGNATION_CSV_HEADERS]);
    while (rows.length > 0) {
      const upcoming = fetchRows();
      await disclose(beside, selection, rows);
      exportedIds.push(...rows.map((row) => row.id));
      yield* inPieces(rows, csvLinesOfGroup);
      reader.taken(rows.length);
      rows = await upcoming;
    }
    if (reader.isMarking) await markDownloaded(tx, exportedIds);
    await reader.finish();
    isComplete = true;
  } finally {
    await (isComplete ? em.commit() : em.rollback());
  }
}

function neverDownloaded({ sql, params }: SqlFragment): SqlFragment {
  return { sql: `(${sql}) and d.downloaded_at is null`, params };
}

/** Committed when this answers, where `ctx` is in no transaction. */
function disclose(ctx: Ctx, selection: DesignationSelection, rows: readonly CsvGroupRow[]): Promise<void> {
  return recordDisclosure(ctx, {
    purpose: 'designations.download',
    filter: 'filter' in selection ? selection.filter : selection,
    studentIds: rows.flatMap(studentIdsOf),
  });
}
