import type { Ctx } from '#app/domain/ctx.server.ts';
import { type DesignationOrder, designationOrder } from '#app/domain/designations/designation-order.ts';
import { NAMED_MAX } from '#app/config/constants.ts';
import { allOf, isAnyOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import type { Staying, StayReason } from '#app/schemas/designation-bulk.ts';
import { DESIGNATION_STATUSES, type DesignationStatus } from '#app/schemas/enums.ts';

/** The one status that a decision on many is made on; every other one is decided singly. */
export const WAITING: DesignationStatus = 'PENDING';

/** How many designations of `where` have each status, with the first of them by name. Statuses that none has are left out. */
export async function countByStatus(
  ctx: Ctx,
  where: SqlFragment,
  order: DesignationOrder,
): Promise<(Staying & { reason: DesignationStatus })[]> {
  return ctx.em.execute<(Staying & { reason: DesignationStatus })[]>(
    `select s.status as reason, counted.count, named.named
       from unnest(array[${DESIGNATION_STATUSES.map(() => '?').join(', ')}]) with ordinality s(status, place)
      cross join lateral (
        select count(*)::int as count from designation d where d.status = s.status and ${where.sql}) counted
      cross join lateral (
        select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name, 'year', n.year)), '[]'::json) as named
          from (select d.id, h.name, y.year from designation d
                  join high_school h on h.id = d.high_school_id
                  join academic_year y on y.id = d.academic_year_id
                 where d.status = s.status and ${where.sql}
                 order by ${designationOrder(order)} limit ${NAMED_MAX}) n) named
      where counted.count > 0
      order by s.place`,
    [...DESIGNATION_STATUSES, ...where.params, ...where.params],
  );
}

/** Why these were left alone: by the status that they have, or, where they still wait, because they were changed meanwhile. */
export async function stayingOf(ctx: Ctx, designationIds: readonly string[]): Promise<Staying[]> {
  if (designationIds.length === 0) return [];
  const counted = await countByStatus(ctx, allOf([isAnyOf('d.id', designationIds)]), {});
  return counted.map(({ reason, ...rest }) => ({ ...rest, reason: stayReasonOf(reason) }));
}

function stayReasonOf(status: DesignationStatus): StayReason {
  return status === WAITING ? 'CHANGED' : status;
}
