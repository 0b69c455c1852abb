import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findNeighbours } from '#app/domain/designations/designation-list-queries.server.ts';
import { readDesignations } from '#app/domain/designations/designation-page-queries.server.ts';
import { designationsWhere } from '#app/domain/designations/designations-where.ts';
import type { DesignationListAddress } from '#app/schemas/designation.ts';
import type { Neighbour } from '#app/schemas/designation-review.ts';

/**
 * The designation of the active year to review after this one: the next pending one by school, from the beginning again after the
 * last; null where no other is pending.
 */
export async function findNextPending(ctx: Ctx, id: string): Promise<Neighbour | null> {
  const active = await findActiveYear(ctx);
  if (active === null) return null;
  const list: DesignationListAddress = { status: ['PENDING'], academicYearId: active.id };
  const { next } = await findNeighbours(ctx, { id, list });
  if (next !== null) return next;
  const first = await readDesignations(ctx, designationsWhere(ctx, list), list, { limit: 2 });
  const other = first.find((designation) => designation.id !== id);
  if (other === undefined) return null;
  return { id: other.id, name: other.highSchool.name, year: other.academicYear.year };
}
