import type { Ctx } from '#app/domain/ctx.server.ts';
import { BROWSER, type ExportFile } from './export-file.server.ts';
import { datedFileName } from './export-file-names.ts';
import { openHighSchoolsCursor } from './export-queries.server.ts';
import { HIGH_SCHOOL_CSV_HEADERS } from './csv-queries.server.ts';
import { streamRows } from './stream-rows.server.ts';
import { highSchoolsWhere, schoolWithId } from '#app/domain/high-schools/high-school-queries.server.ts';
import { getKnownHighSchool } from '#app/domain/high-schools/known-high-school.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { HighSchoolFilter } from '#app/schemas/high-school.ts';

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
  return streamRows(
    ctx,
    {
      ability: 'highSchool.download',
      fileName: datedFileName('highschools', ctx.now(), ctx.settings.timeZone),
      headers: HIGH_SCHOOL_CSV_HEADERS,
      openCursor: (tx) => openHighSchoolsCursor(tx, where),
    },
    reader,
  );
}

async function selectedSchools(ctx: Ctx, selection: HighSchoolSelection): Promise<SqlFragment> {
  if ('filter' in selection) return highSchoolsWhere(ctx.actor, selection.filter);
  const { id } = await getKnownHighSchool(ctx, selection.highSchoolId);
  return schoolWithId(id);
}
