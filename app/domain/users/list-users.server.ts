import type { Ctx } from '#app/domain/ctx.server.ts';
import { type Listing, pageClause } from '#app/domain/listing.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { Direction } from '#app/schemas/listing.ts';
import type { UserAnswer, UserListQuery, UserSort } from '#app/schemas/user.ts';
import { USER_COLUMNS, type UserRow, userOfRow } from './user-rows.server.ts';
import { usersWhere } from './users-where.ts';

/** What each sort means under `desc`, the default, and under `asc`, its exact reverse; names are last name, then first. */
const ORDERS: Record<UserSort, readonly string[]> = {
  name: ['u.last_name collate "und-x-icu"', 'u.first_name collate "und-x-icu"', 'u.id'],
  email: ['u.email', 'u.id'],
  phone: ['u.phone', 'u.id'],
};

/** Deleted users come last under every order (specification, section 4). */
function orderOf(sort: UserSort, direction: Direction): string {
  const turn = direction === 'asc' ? 'desc' : 'asc';
  return [`u.flags @> array['DELETED']`, ...ORDERS[sort].map((key) => `${key} ${turn}`)].join(', ');
}

/** The users that the filter finds, by name unless told, deleted ones last (specification, sections 7 and 9); for administrators. */
export async function listUsers(ctx: Ctx, query: UserListQuery = {}): Promise<Listing<UserAnswer>> {
  authorize(ctx.actor, 'user.list');
  const where = usersWhere(query);
  const page = pageClause(query);
  const rows = await ctx.em.execute<UserRow[]>(
    `select ${USER_COLUMNS} from user_account u where ${where.sql}
      order by ${orderOf(query.sort ?? 'name', query.direction ?? 'desc')}${page.sql}`,
    [...where.params, ...page.params],
  );
  return {
    items: rows.map(userOfRow),
    total: query.limit === undefined ? null : await countUsers(ctx, where),
  };
}

async function countUsers(ctx: Ctx, where: SqlFragment): Promise<number> {
  const [row] = await ctx.em.execute<{ total: number }[]>(
    `select count(*)::int as total from user_account u where ${where.sql}`,
    [...where.params],
  );
  return row?.total ?? 0;
}
