import { recheckPermission } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { BROWSER, type CsvExport, csvExport, type ExportReader } from './csv-export.server.ts';
import { csvLines } from './csv-format.ts';
import {
  type CsvGroupRow,
  csvLinesOfGroup,
  DESIGNATION_CSV_HEADERS,
  studentIdsOf,
} from './csv-queries.server.ts';
import {
  type DesignationSelection,
  type ResolvedSelection,
  resolveSelection,
} from './designation-selection.server.ts';
import {
  fetchCsvRows,
  findHolderOf,
  markDownloaded,
  nameTransaction,
  openDesignationsCursor,
  tryInVain,
} from './export-queries.server.ts';
import { inPieces } from './in-pieces.server.ts';
import { neverDownloaded } from '#app/domain/designations/designation-list-queries.server.ts';
import { tryLock } from '#app/domain/lock-queries.server.ts';
import { CSV_BOM } from '#app/lib/csv/csv-lines.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { formatPersonName } from '#app/lib/text/person-name.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { authorize } from '#app/policy/authorize.ts';
import { Uuid } from '#app/schemas/fields.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

/** Designations per fetch: a few hundred kilobytes of text. */
const FETCH_DESIGNATIONS = 50;

/**
 * Streams the selected designations as CSV (decisions, sections 7 and 8) in constant memory from one cursor.
 * Commits each batch's disclosure before returning it, and marks the downloads only after the last batch.
 * @throws {Forbidden} when the actor may not download
 * @throws {NotFound} for unknown ids
 * @throws {Busy} when too many exports are running
 * @throws {Conflict} when another export of only new designations is running and this is one, too
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
 * Uses READ COMMITTED: the cursor is one snapshot, and with REPEATABLE READ, recording the downloads fails
 * if someone has edited a designation meanwhile.
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
    await recheckPermission(tx, 'designation.download');
    const fetchRows = () => fetchCsvRows<CsvGroupRow>(em, FETCH_DESIGNATIONS);
    const exportedIds: string[] = [];
    let rows = await fetchRows();
    // Fails if disclosures can't be written, while the caller can still return an error, not a broken file.
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

/** Records the disclosure; committed on return if `ctx` has no transaction. */
function disclose(ctx: Ctx, selection: DesignationSelection, rows: readonly CsvGroupRow[]): Promise<void> {
  return recordDisclosure(ctx, {
    purpose: 'designations.download',
    filter: 'filter' in selection ? selection.filter : selection,
    studentIds: rows.flatMap(studentIdsOf),
  });
}

const RUNS_AS = 'laurel export';
/** The command line's name without --as. */
const SYSTEM = 'system';

/**
 * Locks exports of new designations until `tx` has marked them, because a second one would contain the same.
 * The transaction's name says who holds the lock and since when, for the second one's error message.
 * @throws {Conflict} when another one is running
 */
export async function lockNewDesignations(tx: Ctx): Promise<void> {
  const who = tx.actor.kind === 'user' ? tx.actor.id : SYSTEM;
  await nameTransaction(tx, `${RUNS_AS} ${who} ${Math.floor(tx.now().getTime() / 1000)}`);
  if (!(await tryLock(tx, 'newExport'))) throw await alreadyRuns(tx);
}

async function alreadyRuns(tx: Ctx): Promise<Conflict> {
  const holder = (await findHolderOf(tx, 'newExport')) ?? '';
  const [who = '', seconds = ''] = holder.slice(RUNS_AS.length + 1).split(' ');
  const since =
    seconds === ''
      ? ''
      : ` (started ${formatInZone(new Date(Number(seconds) * 1000).toISOString(), tx.settings.timeZone)})`;
  return new Conflict(
    `${await nameOf(tx, who)} is already exporting designations that were never downloaded${since}. Try again when that export is done.`,
  );
}

async function nameOf(tx: Ctx, who: string): Promise<string> {
  if (who === SYSTEM) return 'Someone using the command line';
  const user = Uuid.safeParse(who).success ? await tx.em.findOne(UserAccountEntity, { id: who }) : null;
  return user === null ? 'Someone else' : formatPersonName(user);
}
