import { NAMED_MAX } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  allOf,
  containsText,
  isAnyOf,
  isFrom,
  isUntil,
  rawSql,
  snakeCase,
  sql,
  type SqlFragment,
} from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryCount, queryFirst, queryOne } from '#app/domain/sql-queries.server.ts';
import { type DesignationOrder, designationOrder, cursorColumn, reversed } from './designation-order.ts';
import { DESIGNATION_TABLES, designationRowsSql } from './designation-page-queries.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import { isAdmin } from '#app/policy/actor.ts';
import { authorize, can } from '#app/policy/authorize.ts';
import {
  type DesignationFilter,
  DesignationFilterSchema,
  type DesignationListPageQuery,
} from '#app/schemas/designation.ts';
import { DESIGNATION_FILTER_LIST, type DesignationFilterField } from '#app/schemas/designation-filters.ts';
import type { NamedDesignation, ExpectedDesignation, Skipped } from '#app/schemas/designation-bulk.ts';
import type { Neighbor, Neighbors } from '#app/schemas/designation-review.ts';
import { DESIGNATION_STATUSES, type DesignationStatus } from '#app/schemas/enums.ts';

/** Counts the designations (`d`) that match a condition. */
export function countDesignations(ctx: Connection, where: SqlFragment): Promise<number> {
  return queryCount(ctx)`designation d where ${where}`;
}

/** Counts the designations that match the filter. `where` is the filter as a condition. */
export async function countMatches(ctx: Ctx, filter: DesignationFilter, where: SqlFragment): Promise<number> {
  const { total } = await queryOne<{ total: number }>(ctx)`${designationTotalSql(ctx, filter, where)}`;
  return total;
}

const FilterOnlySchema = DesignationFilterSchema.strip();

/** Returns SQL for the number of filtered designations. `where` is the filter as a condition. */
export function designationTotalSql(
  ctx: Pick<Ctx, 'actor'>,
  filter: DesignationFilter,
  where: SqlFragment,
): SqlFragment {
  if (!isTallied(ctx, filter)) return sql`select count(*)::int as total from designation d where ${where}`;
  const { academicYearId } = filter;
  const ofYear = academicYearId === undefined ? allOf([]) : isAnyOf('academic_year_id', [academicYearId]);
  return sql`select coalesce(sum(designations), 0)::int as total from designation_tally where ${ofYear}`;
}

/** Returns whether `designation_tally` has the total: of everything or of a year, for administrators. */
export function isTallied({ actor }: Pick<Ctx, 'actor'>, filter: DesignationFilter): boolean {
  const { academicYearId: _year, ...rest } = FilterOnlySchema.parse(filter);
  return isAdmin(actor) && Object.keys(rest).length === 0;
}

/** Returns a designation's sort keys; null if the actor may not see it. */
export async function readCursor(
  ctx: Ctx,
  id: string,
  order: DesignationOrder,
): Promise<readonly string[] | null> {
  const row = await queryFirst<{ cursor: string[] }>(ctx)`
     select ${cursorColumn(order)} as cursor from ${DESIGNATION_TABLES}
      where d.id = ${id} and (${designationsWhere(ctx, {})})`;
  return row?.cursor ?? null;
}

/** Returns the designations with these ids as neighbors; null for those that the actor may not see. */
export async function nameNeighbors(
  ctx: Ctx,
  { previous, next }: { readonly previous: string | null; readonly next: string | null },
): Promise<Neighbors> {
  authorize(ctx.actor, 'designation.list');
  const rows = await query<Neighbor>(ctx)`
     select d.id, h.name, y.year from ${DESIGNATION_TABLES}
      where d.id in (${previous}, ${next}) and (${designationsWhere(ctx, {})})`;
  const named = (id: string | null) => rows.find((row) => row.id === id) ?? null;
  return { previous: named(previous), next: named(next) };
}

/**
 * Finds the designations before and after one in a list, with its filter and order; null at the ends.
 * The designation itself doesn't have to match the filter.
 */
export async function findNeighbors(
  ctx: Ctx,
  { id, list }: { readonly id: string; readonly list: DesignationListPageQuery },
): Promise<Neighbors> {
  authorize(ctx.actor, 'designation.list');
  const row = await queryFirst<{ cursor: string[] }>(ctx)`
     select ${cursorColumn(list)} as cursor from ${DESIGNATION_TABLES} where d.id = ${id}`;
  if (row === null) return { previous: null, next: null };
  const where = designationsWhere(ctx, list);
  const cut = { after: row.cursor, limit: 1 };
  const next = designationRowsSql(where, list, cut);
  const previous = designationRowsSql(where, reversed(list), cut);
  const columns = sql`id, "highSchoolName" as name, year`;
  const rows = await query<Neighbor & { side: keyof Neighbors }>(ctx)`
     select 'next' as side, ${columns} from (${next}) n
      union all
     select 'previous', ${columns} from (${previous}) p`;
  const neighbor = (side: keyof Neighbors) => {
    const found = rows.find((one) => one.side === side);
    return found === undefined ? null : { id: found.id, name: found.name, year: found.year };
  };
  return { previous: neighbor('previous'), next: neighbor('next') };
}

/** Counts the designations of `where` by status, with the first one's name. Omits statuses without any. */
export async function countByStatus(
  ctx: Ctx,
  where: SqlFragment,
  order: DesignationOrder,
): Promise<(Skipped & { reason: DesignationStatus })[]> {
  return query<Skipped & { reason: DesignationStatus }>(ctx)`
     select s.status as reason, counted.count, named.named
       from unnest(array[${DESIGNATION_STATUSES}]) with ordinality s(status, position)
      cross join lateral (
        select count(*)::int as count from designation d where d.status = s.status and ${where}) counted
      cross join lateral (
        select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name, 'year', n.year)), '[]'::json) as named
          from (select d.id, h.name, y.year from designation d
                  join high_school h on h.id = d.high_school_id
                  join academic_year y on y.id = d.academic_year_id
                 where d.status = s.status and ${where}
                 order by ${designationOrder(order)} limit ${NAMED_MAX}) n) named
      where counted.count > 0
      order by s.position`;
}

/** Returns the designations of `where` with a status, in an order, at most `max`; null returns all. */
export function readExpectedDesignations(
  ctx: Connection,
  where: SqlFragment,
  {
    status,
    order,
    max,
  }: { readonly status: DesignationStatus; readonly order: DesignationOrder; readonly max: number | null },
): Promise<(ExpectedDesignation & NamedDesignation)[]> {
  return query<ExpectedDesignation & NamedDesignation>(ctx)`
     select d.id, d.version, h.name, y.year from designation d
       join high_school h on h.id = d.high_school_id join academic_year y on y.id = d.academic_year_id
      where d.status = ${status} and ${where}
      order by ${designationOrder(order)} limit ${max}`;
}

/**
 * Returns a condition for designations (`d`): those the actor may see that match the filter. Fields combine
 * with AND, repeated values with OR. Bounds are inclusive; days are in the installation's time zone.
 * @throws {Forbidden} when someone other than an administrator filters by warnings, which would reveal them
 */
export function designationsWhere(
  ctx: Pick<Ctx, 'actor' | 'settings'>,
  filter: DesignationFilter,
): SqlFragment {
  const { timeZone } = ctx.settings;
  if (filter.warnings !== undefined && !can(ctx.actor, 'designation.readWarnings')) {
    throw new Forbidden(DESIGNATION_MESSAGES.warningsNotAllowed);
  }
  const conditions: SqlFragment[] = [];
  if (!isAdmin(ctx.actor)) {
    conditions.push(isAnyOf('d.high_school_id', ctx.actor.kind === 'user' ? ctx.actor.highSchoolIds : []));
  }
  for (const [name, { kind, field = name }] of DESIGNATION_FILTER_LIST) {
    const wanted = filter[name];
    if (wanted === undefined || wanted === false) continue;
    conditions.push(CONDITIONS[kind](`d.${snakeCase(field)}`, [wanted].flat().map(String), timeZone));
  }
  if (isContradiction(filter)) conditions.push(sql`false`);
  return allOf(conditions);
}

type Condition = (column: string, wanted: readonly string[], timeZone: string) => SqlFragment;

const CONDITIONS: Readonly<Record<DesignationFilterField['kind'], Condition>> = {
  id: isAnyOf,
  anyOf: isAnyOf,
  schoolName: (_, [name = '']) =>
    sql`d.high_school_id in (select named.id from high_school named where ${containsText('named.name', name)})`,
  from: (column, [bound = ''], timeZone) => isFrom(column, bound, timeZone),
  until: (column, [bound = ''], timeZone) => isUntil(column, bound, timeZone),
  isMissing: (column) => sql`${rawSql(column)} is null`,
  hasWarning: (_, wanted) =>
    sql`d.id in (select w.designation_id from designation_warning w where ${isAnyOf('w.kind', wanted)})`,
  isResubmitted: () =>
    sql`d.status = 'PENDING' and exists(select from returned_contents r where r.designation_id = d.id)`,
};

/** Returns whether the filter contradicts itself. PostgreSQL would read every row to find no matches. */
function isContradiction(filter: DesignationFilter): boolean {
  const isDownloaded = filter.downloadBeforeDate !== undefined || filter.downloadAfterDate !== undefined;
  return filter.noDownloadDate === true && isDownloaded;
}

/** Returns the condition for designations (`d`) with these ids. */
export function withIds(ids: readonly string[]): SqlFragment {
  return isAnyOf('d.id', ids);
}

/** Narrows a condition on designations (`d`) to those that were never downloaded. */
export function neverDownloaded(where: SqlFragment): SqlFragment {
  return allOf([where, sql`d.downloaded_at is null`]);
}

/** Returns the condition for designations (`d`) of the user's schools or submitted by the user. */
export function ofUser(userId: string): SqlFragment {
  return sql`d.submitted_by_id = ${userId} or d.high_school_id in (select s.high_school_id from high_school_staff s where s.user_id = ${userId})`;
}
