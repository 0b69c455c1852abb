import type { Ctx } from '#app/domain/ctx.server.ts';
import { type Listing, pageClause } from '#app/domain/listing.ts';
import { type UserAnswer, UserAnswerSchema, type UserListQuery, type UserSort } from '#app/schemas/user.ts';
import { type UserAccount, UserAccountEntity } from '#db/entities/user-account.ts';
import { plainRows } from '#db/plain-rows.ts';
import { usersWhere } from './users-where.ts';

type Em = Pick<Ctx, 'em'>;

/** What each sort means under `desc`, the default, and under `asc`, its exact reverse; names are last name, then first. */
const ORDERS: Record<UserSort, readonly string[]> = {
  name: ['u.last_name collate "und-x-icu"', 'u.first_name collate "und-x-icu"', 'u.id'],
  email: ['u.email', 'u.id'],
  phone: ['u.phone', 'u.id'],
};

/** The users that the filter finds, by name unless told; deleted ones come last under every order (specification, section 4). */
export async function selectUsers(
  { em }: Em,
  { sort = 'name', direction, limit, offset, ...filter }: UserListQuery = {},
): Promise<Listing<UserAnswer>> {
  const where = usersWhere(filter);
  const page = pageClause({ limit, offset });
  const turn = direction === 'asc' ? 'desc' : 'asc';
  const keys = ORDERS[sort].map((key) => `${key} ${turn}`);
  const rows = await em.execute<object[]>(
    `select u.* from user_account u where ${where.sql}
      order by u.flags @> array['DELETED'], ${keys.join(', ')}${page.sql}`,
    [...where.params, ...page.params],
  );
  const items = UserAnswerSchema.array().parse(plainRows(em, UserAccountEntity, rows));
  if (limit === undefined) return { items, total: null };
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from user_account u where ${where.sql}`,
    [...where.params],
  );
  return { items, total: counted?.total ?? 0 };
}

interface OfSchools {
  /** Where they are staff. */
  readonly highSchoolIds: readonly string[];
}

/** One user with the ids of the schools where they are staff, in one statement: each request about a user asks for them. */
export async function findUserOfSchools(
  { em }: Em,
  id: string,
): Promise<(OfSchools & { readonly user: UserAnswer }) | null> {
  const rows = await em.execute<object[]>(
    `select u.*, array(select s.high_school_id::text from high_school_staff s where s.user_id = u.id) as "highSchoolIds"
       from user_account u where u.id = ?`,
    [id],
  );
  const [user] = plainRows<UserAccount, OfSchools>(em, UserAccountEntity, rows);
  return user === undefined
    ? null
    : { user: UserAnswerSchema.parse(user), highSchoolIds: user.highSchoolIds };
}
