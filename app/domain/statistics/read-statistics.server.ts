import { getAcademicYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { StatisticsQuery, StatisticsRow } from '#app/schemas/statistics.ts';
import { selectStatistics } from './statistics-queries.server.ts';

/**
 * Returns the figures of each year, school, or city, of all years or of one, and how many groups there are. They contain
 * no students' data. For administrators.
 *
 * @throws {Forbidden} when the actor isn't an administrator
 * @throws {NotFound} when the year doesn't exist
 */
export async function listStatistics(
  ctx: Ctx,
  query: StatisticsQuery,
): Promise<{ readonly rows: StatisticsRow[]; readonly total: number }> {
  authorize(ctx.actor, 'statistics.read');
  if (query.academicYearId !== undefined) await getAcademicYear(ctx, query.academicYearId);
  return selectStatistics(ctx, query);
}
