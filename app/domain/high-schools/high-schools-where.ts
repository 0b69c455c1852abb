import { allOf, isAnyOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Actor, isAdmin } from '#app/policy/actor.ts';
import type { HighSchoolListQuery } from '#app/schemas/high-school.ts';

export type HighSchoolFilter = Pick<
  HighSchoolListQuery,
  'name' | 'phone' | 'fax' | 'notes' | 'status' | 'bannerCode'
>;

/**
 * Which high schools (`hs`) the actor may see and the filter asks for (specification, section 7): administrators all, staff
 * their own. Texts are found anywhere and without regard to case; a phone or fax also by its digits alone, however they are
 * written. Fields combine with AND, repeated statuses with OR.
 */
export function highSchoolsWhere(actor: Actor, filter: HighSchoolFilter): SqlFragment {
  const conditions: SqlFragment[] = [];
  if (!isAdmin(actor)) conditions.push(isAnyOf('hs.id', actor.kind === 'user' ? actor.highSchoolIds : []));
  if (filter.name !== undefined) conditions.push(contains('hs.name', filter.name));
  if (filter.notes !== undefined) conditions.push(contains('hs.notes', filter.notes));
  if (filter.bannerCode !== undefined) conditions.push(contains('hs.banner_code', filter.bannerCode));
  if (filter.phone !== undefined) conditions.push(containsPhone('hs.phone', filter.phone));
  if (filter.fax !== undefined) conditions.push(containsPhone('hs.fax', filter.fax));
  if (filter.status !== undefined) conditions.push(isAnyOf('hs.status', filter.status));
  return allOf(conditions);
}

function contains(column: string, text: string): SqlFragment {
  return { sql: `${column} ilike ?`, params: [`%${text.replace(/[\\%_]/g, '\\$&')}%`] };
}

function containsPhone(column: string, text: string): SqlFragment {
  if (!/^[\d\s().+-]*\d[\d\s().+-]*$/.test(text)) return contains(column, text);
  return {
    sql: `regexp_replace(${column}, '\\D', '', 'g') like ?`,
    params: [`%${text.replace(/\D/g, '')}%`],
  };
}
