import { allOf, containsPhone, containsText, isAnyOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { snakeCase } from '#app/lib/text/snake-case.ts';
import type { UserFilter } from '#app/schemas/user.ts';
import { USER_TEXT_LIST } from '#app/schemas/user-fields.ts';

/**
 * Which users (`u`) the filter asks for (specification, section 7). Texts are found anywhere and without regard to case; `name`
 * in the first and last name as they are written one after the other. Fields combine with AND, repeated flags and schools with OR.
 */
export function usersWhere(filter: UserFilter): SqlFragment {
  const conditions: SqlFragment[] = [];
  for (const [name] of USER_TEXT_LIST) {
    const text = filter[name];
    if (text !== undefined) conditions.push(containsText(`u.${snakeCase(name)}`, text));
  }
  if (filter.name !== undefined) {
    conditions.push(containsText(`(u.first_name || ' ' || u.last_name)`, filter.name));
  }
  if (filter.email !== undefined) conditions.push(containsText('u.email', filter.email));
  if (filter.phone !== undefined) conditions.push(containsPhone('u.phone', filter.phone));
  if (filter.flags !== undefined) conditions.push(hasAnyFlag(filter.flags));
  if (filter.highSchools !== undefined) {
    conditions.push(isStaffWhere(isAnyOf('s.high_school_id', filter.highSchools)));
  }
  if (filter.highSchoolName !== undefined) {
    conditions.push(isStaffWhere(containsText('named.name', filter.highSchoolName)));
  }
  if (filter.deleted !== undefined) {
    const not = filter.deleted ? '' : 'not ';
    conditions.push({ sql: `${not}u.flags @> array['DELETED']`, params: [] });
  }
  return allOf(conditions);
}

function hasAnyFlag(flags: readonly string[]): SqlFragment {
  return { sql: `u.flags && string_to_array(?, ',')`, params: [flags.join(',')] };
}

/** Users with a staff row (`s`), or the school of one (`named`), that meets the condition. */
function isStaffWhere({ sql, params }: SqlFragment): SqlFragment {
  return {
    sql: `exists (select 1 from high_school_staff s join high_school named on named.id = s.high_school_id
                   where s.user_id = u.id and ${sql})`,
    params,
  };
}
