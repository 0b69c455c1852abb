import type { Ctx } from '#app/domain/ctx.server.ts';
import { allOf, containsText, isAnyOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { isAdmin } from '#app/policy/actor.ts';
import type { DesignationFilter } from '#app/schemas/designation.ts';

/**
 * Which designations (`d`) the actor may see and the filter asks for; the list and its download share it. Fields combine
 * with AND, repeated values with OR. Bounds are included: a day is the whole day in the installation's time zone.
 */
export function designationsWhere(
  ctx: Pick<Ctx, 'actor' | 'settings'>,
  filter: DesignationFilter,
): SqlFragment {
  const { timeZone } = ctx.settings;
  const conditions: SqlFragment[] = [];
  if (!isAdmin(ctx.actor)) {
    conditions.push(isAnyOf('d.high_school_id', ctx.actor.kind === 'user' ? ctx.actor.highSchoolIds : []));
  }
  if (filter.criteria !== undefined) conditions.push(isAnyOf('d.criteria', filter.criteria));
  if (filter.status !== undefined) conditions.push(isAnyOf('d.status', filter.status));
  if (filter.highSchoolId !== undefined) conditions.push(isAnyOf('d.high_school_id', [filter.highSchoolId]));
  if (filter.highSchoolName !== undefined) {
    const named = containsText('named.name', filter.highSchoolName);
    conditions.push({
      sql: `d.high_school_id in (select named.id from high_school named where ${named.sql})`,
      params: named.params,
    });
  }
  if (filter.academicYearId !== undefined) {
    conditions.push(isAnyOf('d.academic_year_id', [filter.academicYearId]));
  }
  if (filter.beforeDate !== undefined) conditions.push(until('d.updated_at', filter.beforeDate, timeZone));
  if (filter.afterDate !== undefined) conditions.push(from('d.updated_at', filter.afterDate, timeZone));
  if (isContradiction(filter)) conditions.push({ sql: 'false', params: [] });
  if (filter.noDownloadDate === true) conditions.push({ sql: 'd.downloaded_at is null', params: [] });
  if (filter.downloadBeforeDate !== undefined) {
    conditions.push(until('d.downloaded_at', filter.downloadBeforeDate, timeZone));
  }
  if (filter.downloadAfterDate !== undefined) {
    conditions.push(from('d.downloaded_at', filter.downloadAfterDate, timeZone));
  }
  return allOf(conditions);
}

/** Never downloaded, and downloaded at some time: said, or else PostgreSQL reads every row to find none. */
function isContradiction(filter: DesignationFilter): boolean {
  const isDownloaded = filter.downloadBeforeDate !== undefined || filter.downloadAfterDate !== undefined;
  return filter.noDownloadDate === true && isDownloaded;
}

function from(column: string, bound: string, timeZone: string): SqlFragment {
  return isDay(bound)
    ? { sql: `${column} >= ?::date::timestamp at time zone ?`, params: [bound, timeZone] }
    : { sql: `${column} >= ?::timestamptz`, params: [bound] };
}

function until(column: string, bound: string, timeZone: string): SqlFragment {
  return isDay(bound)
    ? { sql: `${column} < (?::date + 1)::timestamp at time zone ?`, params: [bound, timeZone] }
    : { sql: `${column} <= ?::timestamptz`, params: [bound] };
}

function isDay(bound: string): boolean {
  return !bound.includes('T');
}
