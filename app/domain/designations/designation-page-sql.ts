import {
  afterPlace,
  type DesignationOrder,
  designationOrder,
  fromPlace,
} from '#app/domain/designations/designation-order.ts';
import { DESIGNATION_COLUMNS, DESIGNATION_TABLES } from '#app/domain/designations/designation-rows.server.ts';
import { type Page, pageClause } from '#app/domain/listing.ts';
import { allOf, type SqlFragment } from '#app/domain/sql-fragment.ts';

export interface DesignationCut extends Page {
  /** Only what comes after this place of the order. */
  readonly after?: readonly string[] | undefined;
}

/** The rows of designations (`d`) in an order, all or a cut of them; a cut reads about as many rows as it answers. */
export function designationRowsSql(
  where: SqlFragment,
  order: DesignationOrder,
  cut: DesignationCut,
): SqlFragment {
  if (order.sort === 'year' && cut.limit !== undefined) return yearByYear(where, order, cut, cut.limit);
  const { after } = cut;
  const isByName = order.sort === undefined || order.sort === 'highSchool';
  const matching = allOf([
    where,
    ...(after === undefined ? [] : [afterPlace(order, after)]),
    ...(after === undefined || !isByName ? [] : [fromPlace(order, after, 0)]),
  ]);
  const page = pageClause(cut);
  return {
    sql: `select ${DESIGNATION_COLUMNS} from ${DESIGNATION_TABLES} where ${matching.sql}
      order by ${designationOrder(order)}${page.sql}`,
    params: [...matching.params, ...page.params],
  };
}

/**
 * A year's designations stand by school, and no index spans both tables. So each year is walked school by school, and
 * only as far as the cut goes, instead of sorting all of it.
 */
function yearByYear(
  where: SqlFragment,
  order: DesignationOrder,
  { after, offset = 0 }: DesignationCut,
  limit: number,
): SqlFragment {
  const years = after === undefined ? allOf([]) : fromPlace(order, after, 0);
  const inYear = allOf(
    after === undefined ? [where] : [where, afterPlace(order, after), fromSchool(order, after)],
  );
  return {
    sql: `select ${DESIGNATION_COLUMNS}
       from (select y.id, y.year from academic_year y where ${years.sql}
              order by ${designationOrder(order, 1)}) y
      cross join lateral (
        select d.* from designation d join high_school h on h.id = d.high_school_id
         where d.academic_year_id = y.id and ${inYear.sql}
         order by ${designationOrder(order)} limit ?) d
       join high_school h on h.id = d.high_school_id
       join user_account u on u.id = d.submitted_by_id
      order by ${designationOrder(order)} limit ? offset ?`,
    params: [...years.params, ...inYear.params, offset + limit, limit, offset],
  };
}

/** In the year of the place only the schools from there on; in the other years all. */
function fromSchool(order: DesignationOrder, place: readonly string[]): SqlFragment {
  const school = fromPlace(order, place, 1);
  return { sql: `-y.year <> ? or ${school.sql}`, params: [place[0], ...school.params] };
}
