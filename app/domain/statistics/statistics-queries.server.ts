import { pageClause } from '#app/domain/listing.ts';
import { rawSql, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Connection, query } from '#app/domain/sql-queries.server.ts';
import { DECISION_REASONS } from '#app/schemas/enums.ts';
import { type StatisticsQuery, type StatisticsRow, StatisticsRowSchema } from '#app/schemas/statistics.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import type { StatisticsGroup, StatisticsSort } from '#app/schemas/statistics-groups.ts';

interface Group {
  /** The table of years or schools, `g`, and the condition that finds their designations, `d`. */
  readonly table: SqlFragment;
  readonly hasDesignation: SqlFragment;
  readonly key: SqlFragment;
  readonly name: SqlFragment;
}

const ofSchool = { table: sql`high_school g`, hasDesignation: sql`d.high_school_id = g.id` };

const GROUPS: Readonly<Record<StatisticsGroup, Group>> = {
  year: {
    table: sql`academic_year g`,
    hasDesignation: sql`d.academic_year_id = g.id`,
    key: sql`g.id::text`,
    name: sql`g.year::text`,
  },
  school: { ...ofSchool, key: sql`g.id::text`, name: sql`g.name` },
  city: { ...ofSchool, key: sql`lower(btrim(g.address_city))`, name: sql`btrim(g.address_city)` },
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

/** The kinds of `event_step_index`, which has all that the days need. */
const STEPS = sql`('designation.submitted', 'designation.approved', 'designation.returned', 'designation.rejected',
  'designation.reopened', 'designation.decisionUndone')`;

const UNDONE: EventKind = 'designation.decisionUndone';

/** Days from an event to the next, for medians. */
const medianDays = (where: SqlFragment) => sql`round(percentile_cont(0.5) within group (
  order by extract(epoch from next_at - at) / 86400) filter (where ${where})::numeric, 1)::float8`;

/**
 * Returns a page of figures per year, school, or city, and how many groups there are. Omits designations that are still
 * STARTED and decisions that were undone. Times come from the history. Sorted by name, only the page's groups are counted.
 */
export async function selectStatistics(
  ctx: Connection,
  { by, academicYearId, sort = 'name', direction, limit, offset }: StatisticsQuery,
): Promise<{ rows: StatisticsRow[]; total: number }> {
  const { table, hasDesignation, key, name } = GROUPS[by];
  const isCounted = sql`${hasDesignation} and d.status <> 'STARTED'${
    academicYearId === undefined ? sql`` : sql` and d.academic_year_id = ${academicYearId}`
  }`;
  const order = rawSql(orderOf(by, sort, direction === 'asc'));
  const page = pageClause({ limit, offset });
  const found = await query<StatisticsRow & { total: number }>(ctx)`
     with named as (
       select ${key} as key, min(${name}) as name from ${table}
        where exists (select from designation d where ${isCounted}) group by 1),
     listed as materialized (
       select key, name, count(*) over ()::int as total
         from named${sort === 'name' ? sql` order by ${order}${page}` : sql``}),
     chosen as materialized (
       select d.id, d.status, d.high_school_id, listed.key
         from listed join ${table} on ${key} = listed.key join designation d on ${isCounted}),
     figures as (
       select key, count(distinct high_school_id)::int as schools, count(*)::int as submitted,
              count(*) filter (where status = 'APPROVED')::int as approved,
              count(*) filter (where status = 'REJECTED')::int as rejected,
              coalesce(sum((select count(*) from student s where s.designation_id = chosen.id))
                filter (where status <> 'REJECTED'), 0)::int as students
         from chosen group by key),
     changed as (
       select chosen.key, e.id, e.subject_id, e.kind, e.at,
              lead(e.kind) over (partition by e.subject_id order by e.at, e.id) as following
         from chosen join event e on e.subject_id = chosen.id
        where e.kind in ${STEPS}),
     steps as (
       select key, id, kind, at, lead(kind) over step as next_kind, lead(at) over step as next_at
         from changed
        where (kind = 'designation.submitted' or kind in ${DECIDED}) and following is distinct from ${UNDONE}
       window step as (partition by subject_id order by at, id)),
     days as (
       select key, count(*) filter (where kind = 'designation.returned')::int as returns,
              ${medianDays(sql`kind = 'designation.submitted' and next_kind in ${DECIDED}`)} as "reviewDays",
              ${medianDays(sql`kind = 'designation.returned' and next_kind = 'designation.submitted'`)} as "correctionDays"
         from steps group by key),
     explained as (
       select key, jsonb_object_agg(reason, times) as reasons
         from (select key, reason, count(*) as times
                 from steps join event e using (id),
                      jsonb_array_elements_text(e.changes -> 'decision' -> 'reasons') reason
                where steps.kind = 'designation.returned' group by key, reason) counted
        group by key)
     select listed.*, schools, submitted, approved, rejected, students, coalesce(returns, 0) as returns,
            "reviewDays", "correctionDays", coalesce(reasons, '{}') as reasons
       from listed join figures using (key) left join days using (key) left join explained using (key)
      order by ${order}${sort === 'name' ? sql`` : page}`;
  const none = Object.fromEntries(DECISION_REASONS.map((reason) => [reason, 0]));
  return {
    rows: found.map((row) => StatisticsRowSchema.parse({ ...row, reasons: { ...none, ...row.reasons } })),
    total: found[0]?.total ?? 0,
  };
}
