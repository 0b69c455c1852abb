import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Page } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type AcademicYearAnswer, AcademicYearAnswerSchema } from '#app/schemas/academic-year.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { listAcademicYears } from './read-academic-years.server.ts';
import { countUndecided } from './rollover-checks.server.ts';

export interface YearsPage {
  /** Newest first. */
  readonly years: readonly AcademicYearAnswer[];
  readonly total: number;
  /** Whichever are ACTIVE, on this page or another. The database refuses a second one; the screen warns all the same. */
  readonly active: readonly AcademicYearAnswer[];
  /** How many designations of the first of them are undecided. */
  readonly undecided: number;
}

/** A page of the years for those who manage them (specification, section 2). */
export async function getYearsPage(ctx: Ctx, page: Required<Page>): Promise<YearsPage> {
  authorize(ctx.actor, 'academicYear.manage');
  const { items, total } = await listAcademicYears(ctx, { limit: page.limit, offset: page.offset });
  const active = await ctx.em.find(AcademicYearEntity, { status: 'ACTIVE' }, { orderBy: { year: 'desc' } });
  return {
    years: items,
    total: total ?? items.length,
    active: active.map((year) => AcademicYearAnswerSchema.parse(year)),
    undecided: await countUndecided(ctx, active[0]?.id ?? null),
  };
}
