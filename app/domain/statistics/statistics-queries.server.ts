import { pageClause } from '#app/domain/listing.ts';
import { rawSql, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Connection, query } from '#app/domain/sql-queries.server.ts';
import { DECISION_REASONS } from '#app/schemas/enums.ts';
import { type StatisticsQuery, type StatisticsRow, StatisticsRowSchema } from '#app/schemas/statistics.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import type { StatisticsGroup, StatisticsSort } from '#app/schemas/statistics-groups.ts';

/** The key and name of each group, of designations `d`, schools `h`, and years `y`. */
const GROUPS: Readonly<Record<StatisticsGroup, { key: SqlFragment; name: SqlFragment }>> = {
  year: { key: sql`y.id::text`, name: sql`y.year::text` },
  school: { key: sql`h.id::text`, name: sql`h.name` },
  city: { key: sql`lower(btrim(h.address_city))`, name: sql`btrim(h.address_city)` },
};

/** Newest years first; A to Z; or the largest first, groups without a figure last. */
function orderOf(by: StatisticsGroup, sort: StatisticsSort, isReversed: boolean): string {
  const name = 'name collate "und-x-icu"';
  if (sort === 'name') {
    const isDescending = (by === 'year') !== isReversed;
    return `${name} ${isDescending ? 'desc' : 'asc'}, key`;
  }
  return `"${sort}" ${isReversed ? 'asc' : 'desc'} nulls last, ${name}, key`;
}

const DECIDED = sql`('designation.approved', 'designation.returned', 'designation.rejected')`;

const UNDONE: EventKind = 'designation.decisionUndone';

/** Days from an event to the next, for medians. */
const medianDays = (where: SqlFragment) => sql`round(percentile_cont(0.5) within group (
  order by extract(epoch from next_at - at) / 86400) filter (where ${where})::numeric, 1)::float8`;

/**
 * Returns a page of figures per year, school, or city, and how many groups there are. Omits designations that are still
 * STARTED and decisions that were undone. Times come from the history.
 */
export async function selectStatistics(
  ctx: Connection,
  { by, academicYearId, sort = 'name', direction, limit, offset }: StatisticsQuery,
): Promise<{ rows: StatisticsRow[]; total: number }> {
  const { key, name } = GROUPS[by];
  const ofYear = academicYearId === undefined ? sql`` : sql` and d.academic_year_id = ${academicYearId}`;
  const found = await query<StatisticsRow & { total: number }>(ctx)`
     with chosen as (
       select d.id, d.status, d.high_school_id, ${key} as key, ${name} as name
         from designation d
         join academic_year y on y.id = d.academic_year_id
         join high_school h on h.id = d.high_school_id
        where d.status <> 'STARTED'${ofYear}),
     figures as (
       select key, min(name) as name, count(distinct high_school_id)::int as schools, count(*)::int as submitted,
              count(*) filter (where status = 'APPROVED')::int as approved,
              count(*) filter (where status = 'REJECTED')::int as rejected,
              coalesce(sum((select count(*) from student s where s.designation_id = chosen.id))
                filter (where status <> 'REJECTED'), 0)::int as students
         from chosen group by key),
     changed as (
       select chosen.key, e.id, e.subject_id, e.kind, e.at, e.changes,
              lead(e.kind) over (partition by e.subject_id order by e.at, e.id) as following
         from chosen join event e on e.subject_type = 'DESIGNATION' and e.subject_id = chosen.id
        where e.kind in ('designation.submitted', 'designation.reopened', ${UNDONE}) or e.kind in ${DECIDED}),
     steps as (
       select key, kind, at, changes, lead(kind) over step as next_kind, lead(at) over step as next_at
         from changed
        where (kind = 'designation.submitted' or kind in ${DECIDED}) and following is distinct from ${UNDONE}
       window step as (partition by subject_id order by at, id)),
     days as (
       select key, count(*) filter (where kind = 'designation.returned')::int as returns,
              ${medianDays(sql`kind = 'designation.submitted' and next_kind in ${DECIDED}`)} as "reviewDays",
              ${medianDays(sql`kind = 'designation.returned' and next_kind = 'designation.submitted'`)} as "correctionDays"
         from steps group by key),
     named as (
       select key, jsonb_object_agg(reason, times) as reasons
         from (select key, reason, count(*) as times
                 from steps, jsonb_array_elements_text(changes -> 'decision' -> 'reasons') reason
                where kind = 'designation.returned' group by key, reason) counted
        group by key)
     select figures.*, coalesce(returns, 0) as returns, "reviewDays", "correctionDays",
            coalesce(reasons, '{}') as reasons, count(*) over ()::int as total
       from figures left join days using (key) left join named using (key)
      order by ${rawSql(orderOf(by, sort, direction === 'asc'))}${pageClause({ limit, offset })}`;
  const none = Object.fromEntries(DECISION_REASONS.map((reason) => [reason, 0]));
  return {
    rows: found.map((row) => StatisticsRowSchema.parse({ ...row, reasons: { ...none, ...row.reasons } })),
    total: found[0]?.total ?? 0,
  };
}
