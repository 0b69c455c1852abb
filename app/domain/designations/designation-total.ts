import type { Ctx } from '#app/domain/ctx.server.ts';
import { allOf, isAnyOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { isAdmin } from '#app/policy/actor.ts';
import { type DesignationFilter, DesignationFilterSchema } from '#app/schemas/designation.ts';

/**
 * SQL that gives how many designations a filter matches. What it narrows is counted; all that there is, or all of a year,
 * has been (`designation_tally`).
 *
 * @param filter the filter, which may stand among other things of an address
 * @param where what it makes of `d`
 */
export function designationTotal(
  { actor }: Pick<Ctx, 'actor'>,
  filter: DesignationFilter,
  where: SqlFragment,
): SqlFragment {
  const { academicYearId, ...rest } = DesignationFilterSchema.strip().parse(filter);
  if (!isAdmin(actor) || Object.keys(rest).length > 0) return countOf(where);
  const ofYear = academicYearId === undefined ? allOf([]) : isAnyOf('academic_year_id', [academicYearId]);
  return {
    sql: `select coalesce(sum(designations), 0)::int as total from designation_tally where ${ofYear.sql}`,
    params: ofYear.params,
  };
}

/** SQL that counts designations (`d`). */
export function countOf(where: SqlFragment): SqlFragment {
  return { sql: `select count(*)::int as total from designation d where ${where.sql}`, params: where.params };
}
