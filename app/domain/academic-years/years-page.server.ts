import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Page } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import { AcademicYearResponseSchema } from '#app/schemas/academic-year.ts';
import type { YearResponse, YearsResponse } from '#app/schemas/year-screens.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { listExtensions } from './extensions.server.ts';
import { getAcademicYear, listAcademicYears } from './read-academic-years.server.ts';
import { countUndecided } from './roll-over-year.server.ts';

/** Returns a page of the years for administrators (specification, section 2). */
export async function getYearsPage(
  ctx: Ctx,
  page: Required<Page>,
): Promise<Pick<YearsResponse, 'years' | 'total' | 'active' | 'undecided'>> {
  authorize(ctx.actor, 'academicYear.manage');
  const { items, total } = await listAcademicYears(ctx, page);
  const active = await ctx.em.find(AcademicYearEntity, { status: 'ACTIVE' }, { orderBy: { year: 'desc' } });
  return {
    years: [...items],
    total: total ?? items.length,
    active: active.map((year) => AcademicYearResponseSchema.parse(year)),
    undecided: await countUndecided(ctx, active[0]?.id ?? null),
  };
}

/**
 * Returns a year for administrators.
 * @throws {NotFound} when it doesn't exist
 */
export async function getYearDetails(
  ctx: Ctx,
  { id, page }: { id: string; page: Required<Page> },
): Promise<Pick<YearResponse, 'year' | 'designations' | 'extensions' | 'extensionTotal'>> {
  authorize(ctx.actor, 'academicYear.manage');
  const year = await getAcademicYear(ctx, id);
  const { items, total } = await listExtensions(ctx, { yearId: id, query: page });
  return {
    year,
    designations: await ctx.em.count(DesignationEntity, { academicYear: id }),
    extensions: [...items],
    extensionTotal: total ?? items.length,
  };
}
