import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { readSchoolAnswers, type SchoolAnswer } from './home-queries.server.ts';

/**
 * Who has answered in a year: every ACTIVE school, those that have not begun first, then along the way to a decision, each from A to Z.
 * For administrators.
 *
 * @throws {NotFound} for a year that does not exist
 */
export async function listSchoolAnswers(ctx: Ctx, yearId: string): Promise<SchoolAnswer[]> {
  authorize(ctx.actor, 'home.overview');
  if ((await ctx.em.findOne(AcademicYearEntity, { id: yearId })) === null) throw new NotFound();
  return readSchoolAnswers(ctx, yearId);
}
