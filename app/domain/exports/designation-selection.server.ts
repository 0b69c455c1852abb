import type { Ctx } from '#app/domain/ctx.server.ts';
import { readDownloads } from '#app/domain/designations/designation-queries.server.ts';
import {
  designationsWhere,
  ofUser,
  withIds,
} from '#app/domain/designations/designation-list-queries.server.ts';
import { datedFileName, designationFileName, yearFileName } from './export-file-names.ts';
import { countExported, type ExportPlan } from './export-queries.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DownloadPlan, ExpectedDesignation } from '#app/schemas/designation-bulk.ts';
import type { DesignationFilter } from '#app/schemas/designation.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

/** What to download: a filter's matches, selected designations, or all of one school, user, or year. */
export type DesignationSelection =
  | { readonly filter: DesignationFilter }
  | { readonly designationId: string }
  | { readonly designationIds: readonly string[] }
  | { readonly highSchoolId: string }
  | { readonly userId: string }
  | { readonly academicYearId: string };

export interface ResolvedSelection {
  /** Condition on designations (`d`). */
  readonly where: SqlFragment;
  readonly fileName: string;
}

/**
 * Resolves a selection to a condition.
 * @throws {NotFound} for an unknown id
 */
export async function resolveSelection(
  ctx: Ctx,
  selection: DesignationSelection,
): Promise<ResolvedSelection> {
  const dated = datedFileName('designations', ctx);
  if ('filter' in selection) return { where: designationsWhere(ctx, selection.filter), fileName: dated };
  if ('designationIds' in selection) return selectDesignations(ctx, selection.designationIds, dated);
  if ('designationId' in selection) return selectDesignation(ctx, selection.designationId);
  if ('academicYearId' in selection) return selectYear(ctx, selection.academicYearId);
  if ('highSchoolId' in selection) {
    const { id } = required(await ctx.em.findOne(HighSchoolEntity, { id: selection.highSchoolId }));
    return { where: designationsWhere(ctx, { highSchoolId: id }), fileName: dated };
  }
  const { id } = required(await ctx.em.findOne(UserAccountEntity, { id: selection.userId }));
  return { where: ofUser(id), fileName: dated };
}

async function selectDesignation(ctx: Ctx, designationId: string): Promise<ResolvedSelection> {
  const designation = await ctx.em.findOne(
    DesignationEntity,
    { id: designationId },
    { populate: ['highSchool', 'academicYear'] },
  );
  const { id, highSchool, academicYear } = required(designation);
  return {
    where: withIds([id]),
    fileName: designationFileName(highSchool.name, academicYear.year),
  };
}

/** A single designation has its own file name. Unknown ids among several are ignored. */
async function selectDesignations(
  ctx: Ctx,
  designationIds: readonly string[],
  fileName: string,
): Promise<ResolvedSelection> {
  const [first = '', ...others] = new Set(designationIds);
  if (others.length === 0) return selectDesignation(ctx, first);
  return { where: withIds([first, ...others]), fileName };
}

async function selectYear(ctx: Ctx, academicYearId: string): Promise<ResolvedSelection> {
  const { id, year } = required(await ctx.em.findOne(AcademicYearEntity, { id: academicYearId }));
  return { where: designationsWhere(ctx, { academicYearId: id }), fileName: yearFileName(year) };
}

function required<Entity>(found: Entity | null): Entity {
  if (found === null) throw new NotFound();
  return found;
}

/**
 * Counts the designations of an export.
 * @throws {Forbidden} when the actor may not download
 * @throws {NotFound} for an unknown id
 */
export async function planExport(ctx: Ctx, selection: DesignationSelection): Promise<ExportPlan> {
  authorize(ctx.actor, 'designation.download');
  const { where } = await resolveSelection(ctx, selection);
  return countExported(ctx, where);
}

/** Returns what a CSV of designations would contain and whether to ask first (specification, section 8). */
export async function planDownload(
  ctx: Ctx,
  expected: readonly ExpectedDesignation[],
): Promise<DownloadPlan> {
  authorize(ctx.actor, 'designation.download');
  const downloads = await readDownloads(
    ctx,
    expected.map(({ id }) => id),
  );
  return {
    designations: downloads.map(({ id, version }) => `${id}.${version}`),
    students: downloads.reduce((sum, { students }) => sum + students, 0),
    isSomeDownloaded: downloads.some(({ isDownloaded }) => isDownloaded),
  };
}
