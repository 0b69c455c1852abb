import { requireRecentSignIn } from '#app/domain/auth/recent-sign-in.ts';
import { recheckPermission } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { BROWSER, type ExportFile, exportFile, type ExportReader } from './export-file.server.ts';
import type { ExportFormat } from './export-format.ts';
import {
  type CsvGroup,
  type DesignationTable,
  designationTable,
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
  runAndRollBack,
} from './export-queries.server.ts';
import { inChunks } from './in-chunks.server.ts';
import { findExportColumns } from './export-profiles.server.ts';
import { neverDownloaded } from '#app/domain/designations/designation-list-queries.server.ts';
import { tryLock } from '#app/domain/lock-queries.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import { formatPersonName } from '#app/lib/text/person-name.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { authorize } from '#app/policy/authorize.ts';
import { Uuid } from '#app/schemas/fields.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

/** Designations per fetch: a few hundred kilobytes of text. */
const BATCH_SIZE = 50;

/**
 * Streams the selected designations (decisions, sections 7 and 8) in constant memory from one cursor.
 * Commits each batch's disclosure before returning it, and marks the downloads only after the last batch.
 * @throws {Forbidden} when the actor may not download
 * @throws {SignInAgain} when the actor's session isn't recent
 * @throws {NotFound} for unknown ids
 * @throws {Invalid} on ['profile'] for an unknown export profile
 * @throws {Busy} when too many exports are running
 * @throws {Conflict} when another export of only new designations is running and this is one, too
 */
export async function streamDesignations(
  ctx: Ctx,
  selection: DesignationSelection,
  reader = BROWSER,
): Promise<ExportFile> {
  authorize(ctx.actor, 'designation.download');
  requireRecentSignIn(ctx);
  const resolved = await resolveSelection(ctx, selection);
  const isOnlyNew = reader.isOnlyNew || ('filter' in selection && selection.filter.noDownloadDate === true);
  const table = designationTable(
    reader.profile === null ? null : await findExportColumns(ctx, reader.profile),
    reader.format,
  );
  return exportFile(ctx, resolved.fileName, reader, (format) =>
    transactionChunks(ctx, { selection, resolved, table, reader: { ...reader, isOnlyNew } }, format),
  );
}

interface Exporting {
  readonly selection: DesignationSelection;
  readonly resolved: ResolvedSelection;
  readonly table: DesignationTable;
  readonly reader: ExportReader;
}

/**
 * Uses READ COMMITTED: the cursor is one snapshot, and with REPEATABLE READ, recording the downloads fails
 * if someone has edited a designation meanwhile.
 */
async function* transactionChunks(
  ctx: Ctx,
  exporting: Exporting,
  format: ExportFormat,
): AsyncGenerator<string | Uint8Array, void> {
  const { reader, table, resolved } = exporting;
  const { where } = resolved;
  const now = ctx.now();
  const em = ctx.em.fork();
  const tx: Ctx = { ...ctx, em, now: () => now };
  const disclosureCtx: Ctx = { ...tx, em: ctx.em.fork() };
  await em.begin();
  let isComplete = false;
  try {
    if (reader.isOnlyNew && reader.isMarking) await lockNewDesignations(tx);
    await openDesignationsCursor(tx, reader.isOnlyNew ? neverDownloaded(where) : where, table);
    await recheckPermission(tx, 'designation.download');
    const fetchRows = () => fetchCsvRows<CsvGroup>(tx, BATCH_SIZE);
    const exportedIds: string[] = [];
    const first = await fetchRows();
    // Fails if disclosures can't be written, while the caller can still return an error, not a broken file.
    await runAndRollBack(tx, () => disclose(tx, exporting, first));
    const opened = format.open(table);
    yield* opened.file(
      (async function* () {
        for (let rows = first; rows.length > 0;) {
          const upcoming = fetchRows();
          await disclose(disclosureCtx, exporting, rows);
          exportedIds.push(...rows.map((row) => row.id));
          reader.onBatch(rows.length);
          yield* inChunks(rows, ({ cells, students }) => opened.group(cells, students ?? table.noStudent));
          rows = await upcoming;
        }
      })(),
    );
    if (reader.isMarking) await markDownloaded(tx, exportedIds);
    await reader.finish();
    isComplete = true;
  } finally {
    await (isComplete ? em.commit() : em.rollback());
  }
}

/** Records the disclosure; committed on return if `ctx` has no transaction. */
function disclose(
  ctx: Ctx,
  { selection, reader: { format, profile } }: Exporting,
  rows: readonly CsvGroup[],
): Promise<void> {
  return recordDisclosure(ctx, {
    purpose: format === 'csv' ? 'designations.download' : 'designations.downloadWorkbook',
    filter: {
      ...('filter' in selection ? selection.filter : selection),
      ...(profile === null ? {} : { profile }),
    },
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
  if (!(await tryLock(tx, 'newExport'))) throw await exportRunningConflict(tx);
}

async function exportRunningConflict(tx: Ctx): Promise<Conflict> {
  const holder = (await findHolderOf(tx, 'newExport')) ?? '';
  const [who = '', seconds = ''] = holder.slice(RUNS_AS.length + 1).split(' ');
  const since =
    seconds === ''
      ? ''
      : ` (started ${formatInZone(new Date(Number(seconds) * 1000).toISOString(), tx.settings.timeZone)})`;
  return new Conflict(DESIGNATION_MESSAGES.newDownloadRunning(await nameOf(tx, who), since));
}

async function nameOf(tx: Ctx, who: string): Promise<string> {
  if (who === SYSTEM) return 'Someone using the command line';
  const user = Uuid.safeParse(who).success ? await tx.em.findOne(UserAccountEntity, { id: who }) : null;
  return user === null ? 'Someone else' : formatPersonName(user);
}
