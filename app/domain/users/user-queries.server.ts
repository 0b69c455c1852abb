import { alphabetical, type Listing, pageClause } from '#app/domain/listing.ts';
import {
  allOf,
  containsPhone,
  containsText,
  isAnyOf,
  joined,
  rawSql,
  snakeCase,
  sql,
  type SqlFragment,
} from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryCount } from '#app/domain/sql-queries.server.ts';
import {
  type UserResponse,
  UserResponseSchema,
  type UserFilter,
  type UserListItem,
  UserListItemSchema,
  type UserListQuery,
} from '#app/schemas/user.ts';
import { USER_FIELD_LIST, type UserSort } from '#app/schemas/user-fields.ts';
import { type UserAccount, UserAccountEntity } from '#db/entities/user-account.ts';
import { plainRows } from '#db/plain-rows.ts';

/**
 * The SQL of each sort under `desc`, the default, and its reverse `asc`. Names sort by last name, then first.
 */
const ORDERS: Record<UserSort, readonly string[]> = {
  name: ['u.last_name collate "und-x-icu"', 'u.first_name collate "und-x-icu"', 'u.id'],
  email: ['u.email', 'u.id'],
  phone: ['u.phone', 'u.id'],
};

/** The name of a user (`u`) in the history. It says if the account was merged into another one, whose name it adds. */
export const PERSON_NAME = sql`u.first_name || ' ' || u.last_name || coalesce((
  select case when (k.first_name, k.last_name) = (u.first_name, u.last_name) then ' (merged account)'
              else ' (merged into ' || btrim(k.first_name || ' ' || k.last_name) || ')' end
    from user_account k where k.id = u.merged_into_id), '')`;

/** A user (`u`) in a log for administrators, as JSON: with the address of the account that theirs was merged into. */
export const LOGGED_PERSON = sql`json_build_object(
  'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email,
  'mergedInto', (select k.email from user_account k where k.id = u.merged_into_id))`;

/** The schools where the user (`u`) is staff, by name, as JSON. */
const SCHOOLS_OF_USER = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'name', h.name, 'position', s.position)
                            order by h.name collate "und-x-icu", h.id), '[]')
    from high_school_staff s join high_school h on h.id = s.high_school_id where s.user_id = u.id)`;

/** Returns the users of the filter, by default by name, deleted ones last (specification, section 4). */
export async function selectUsers(
  ctx: Connection,
  { sort = 'name', direction, limit, offset, ...filter }: UserListQuery = {},
): Promise<Listing<UserListItem>> {
  const where = usersWhere(filter);
  const order = alphabetical(direction);
  const keys = ORDERS[sort].map((key) => `${key} ${order}`);
  const rows = await query<object>(ctx)`
     select u.*, ${SCHOOLS_OF_USER} as "highSchools" from user_account u where ${where}
      order by u.flags @> array['DELETED'], ${rawSql(keys.join(', '))}${pageClause({ limit, offset })}`;
  const items = UserListItemSchema.array().parse(plainRows(ctx.em, UserAccountEntity, rows));
  return { items, total: limit === undefined ? null : await queryCount(ctx)`user_account u where ${where}` };
}

interface OfSchools {
  /** Schools where the user is on the staff. */
  readonly highSchoolIds: readonly string[];
}

/** Finds a user with the ids of their schools in one statement, because user requests always need both. */
export async function findUserOfSchools(
  ctx: Connection,
  id: string,
): Promise<(OfSchools & { readonly user: UserResponse }) | null> {
  const rows = await query<object>(ctx)`
     select u.*, array(select s.high_school_id::text from high_school_staff s where s.user_id = u.id) as "highSchoolIds"
       from user_account u where u.id = ${id}`;
  const [user] = plainRows<UserAccount, OfSchools>(ctx.em, UserAccountEntity, rows);
  return user === undefined
    ? null
    : { user: UserResponseSchema.parse(user), highSchoolIds: user.highSchoolIds };
}

/**
 * Returns the condition for users (`u`) that match the filter (specification, section 7). Texts match
 * anywhere, ignoring case. Fields combine with AND, repeated values with OR; `name` is first and last name.
 */
export function usersWhere(filter: UserFilter): SqlFragment {
  const conditions: SqlFragment[] = [];
  for (const [name, { filter: kind }] of USER_FIELD_LIST) {
    const wanted = filter[name];
    if (wanted !== undefined) conditions.push(CONDITIONS[kind](`u.${snakeCase(name)}`, wanted));
  }
  if (filter.name !== undefined) {
    conditions.push(containsText(`(u.first_name || ' ' || u.last_name)`, filter.name));
  }
  if (filter.highSchools !== undefined) {
    conditions.push(isStaffWhere(isAnyOf('s.high_school_id', filter.highSchools)));
  }
  if (filter.highSchoolName !== undefined) {
    conditions.push(isStaffWhere(containsText('named.name', filter.highSchoolName)));
  }
  if (filter.deleted !== undefined) {
    const isDeleted = sql`u.flags @> array['DELETED']`;
    conditions.push(filter.deleted ? isDeleted : sql`not ${isDeleted}`);
  }
  return allOf(conditions);
}

type FilterValue = string | readonly string[];
const CONDITIONS = {
  text: (column: string, wanted: FilterValue) => containsText(column, String(wanted)),
  phone: (column: string, wanted: FilterValue) => containsPhone(column, String(wanted)),
  anyOf: (column: string, wanted: FilterValue): SqlFragment =>
    sql`${rawSql(column)} && string_to_array(${[wanted].flat().join(',')}, ',')`,
};

/** Returns the condition for users with a staff row (`s`), or its school (`named`), that meets this one. */
function isStaffWhere(condition: SqlFragment): SqlFragment {
  return sql`exists (select 1 from high_school_staff s join high_school named on named.id = s.high_school_id
                   where s.user_id = u.id and ${condition})`;
}

/** Columns that name a user who did something. The logs aren't among them: they keep who did it. */
const AUTHORS = [
  ['designation', 'submitted_by_id'],
  ['designation_message', 'author_id'],
  ['internal_note', 'author_id'],
  ['email_delivery', 'created_by_id'],
  ['deadline_extension', 'granted_by_id'],
  ['undoable_decision', 'decided_by_id'],
  ['high_school_staff_invite', 'invited_by_id'],
  ['access_request', 'decided_by_id'],
] as const;

/** Names another user in everything but the logs. Keeps the versions, because they only count edits. */
export async function moveAuthorship(
  ctx: Connection,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  const updates = AUTHORS.map(([table, name]) => {
    const column = rawSql(name);
    return sql`${rawSql(`${table}_moved`)} as (update ${rawSql(table)} set ${column} = ${intoId} where ${column} = ${fromId})`;
  });
  await query(ctx)`with ${joined(updates)} select`;
}
