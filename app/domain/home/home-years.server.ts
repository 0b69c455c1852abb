import type { Ctx } from '#app/domain/ctx.server.ts';
import { type AcademicYearAnswer, AcademicYearAnswerSchema } from '#app/schemas/academic-year.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';

/** A year that the administrators' home shows. */
export type HomeYear = Readonly<Pick<AcademicYearAnswer, 'id' | 'year' | 'dueAt'>>;

const EARLIER_YEARS = 2;

/** The active year with those of the two years before that exist, newest first; empty when no year is active. */
export async function findHomeYears(ctx: Ctx): Promise<readonly HomeYear[]> {
  const years = await ctx.em.find(AcademicYearEntity, {}, { orderBy: { year: 'desc' } });
  const active = years.find(({ status }) => status === 'ACTIVE');
  if (active === undefined) return [];
  return years
    .filter(({ year }) => year <= active.year && year >= active.year - EARLIER_YEARS)
    .map((year) => AcademicYearAnswerSchema.pick({ id: true, year: true, dueAt: true }).parse(year));
}
