import { recheckPermission } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { type ExportFile, exportFile, type ExportReader, BROWSER } from './export-file.server.ts';
import type { ExportFormat } from './export-format.ts';
import { fetchCsvRows, openUsersCursor, openHighSchoolsCursor } from './export-queries.server.ts';
import { inChunks } from './in-chunks.server.ts';
import { datedFileName } from './export-file-names.ts';
import { USER_CSV_HEADERS, HIGH_SCHOOL_CSV_HEADERS } from './csv-queries.server.ts';
import { type SqlFragment, isAnyOf } from '#app/domain/sql-fragment.ts';
import { getUser } from '#app/domain/users/read-users.server.ts';
import { usersWhere } from '#app/domain/users/user-queries.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { UserFilter } from '#app/schemas/user.ts';
import { highSchoolsWhere } from '#app/domain/high-schools/high-school-queries.server.ts';
import { getVisibleHighSchool } from '#app/domain/high-schools/high-school-access.server.ts';
import type { HighSchoolFilter } from '#app/schemas/high-school.ts';

/** Rows per fetch. */
const BATCH_SIZE = 500;

interface ExportedRows {
  readonly ability: 'user.download' | 'highSchool.download';
  readonly name: 'highschools' | 'users';
  readonly headers: readonly string[];
  /** Opens the cursor over the rows in this transaction. */
  readonly openCursor: (tx: Ctx) => Promise<void>;
}

/**
 * Streams a query's rows (decisions, section 7) from one cursor, and so from one snapshot. Records no
 * disclosure, so not for student data. The caller has checked the permission.
 * @throws {Busy} when too many exports are running
 */
function streamRows(ctx: Ctx, reader: ExportReader, rows: ExportedRows): Promise<ExportFile> {
  return exportFile(ctx, datedFileName(rows.name, ctx), reader, (format) =>
    rowsOf(ctx, rows, { reader, format }),
  );
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
    const fetchRows = () => fetchCsvRows<{ cells: string }>(tx, BATCH_SIZE);
    const first = await fetchRows();
    const table = format.open({ headers, order: null });
    yield* table.file(
      (async function* () {
        for (let rows = first; rows.length > 0;) {
          const upcoming = fetchRows();
          reader.onBatch(rows.length);
          yield* inChunks(rows, ({ cells }) => table.row(cells));
          rows = await upcoming;
        }
      })(),
    );
    await reader.finish();
  } finally {
    await em.rollback();
  }
}

/** The users who match the list's filter, or one user. */
type UserSelection = { readonly filter: UserFilter } | { readonly userId: string };

/**
 * Streams the CSV of users with their schools (decisions, section 7). For administrators. See `streamRows`.
 * @throws {Forbidden} when the actor may not download
 * @throws {NotFound} for an unknown id
 */
export async function streamUsers(ctx: Ctx, selection: UserSelection, reader = BROWSER): Promise<ExportFile> {
  authorize(ctx.actor, 'user.download');
  const where = await selectedUsers(ctx, selection);
  return streamRows(ctx, reader, {
    ability: 'user.download',
    name: 'users',
    headers: USER_CSV_HEADERS,
    openCursor: (tx) => openUsersCursor(tx, where),
  });
}

async function selectedUsers(ctx: Ctx, selection: UserSelection): Promise<SqlFragment> {
  if ('filter' in selection) return usersWhere(selection.filter);
  const { id } = await getUser(ctx, selection.userId);
  return isAnyOf('u.id', [id]);
}

/** The schools that match the list's filter, or one school. */
type HighSchoolSelection = { readonly filter: HighSchoolFilter } | { readonly highSchoolId: string };

/**
 * Streams the CSV of high schools with their staff (decisions, section 7). For administrators. See `streamRows`.
 * @throws {Forbidden} when the actor may not download
 * @throws {NotFound} for an unknown id
 */
export async function streamHighSchools(
  ctx: Ctx,
  selection: HighSchoolSelection,
  reader = BROWSER,
): Promise<ExportFile> {
  authorize(ctx.actor, 'highSchool.download');
  const where = await selectedSchools(ctx, selection);
  return streamRows(ctx, reader, {
    ability: 'highSchool.download',
    name: 'highschools',
    headers: HIGH_SCHOOL_CSV_HEADERS,
    openCursor: (tx) => openHighSchoolsCursor(tx, where),
  });
}

async function selectedSchools(ctx: Ctx, selection: HighSchoolSelection): Promise<SqlFragment> {
  if ('filter' in selection) return highSchoolsWhere(ctx.actor, selection.filter);
  const { id } = await getVisibleHighSchool(ctx, selection.highSchoolId);
  return isAnyOf('hs.id', [id]);
}
