import type { Ctx } from '#app/domain/ctx.server.ts';
import { USER_COLUMNS, userOfRow, type UserRow } from '#app/domain/users/user-rows.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { UserAnswer } from '#app/schemas/user.ts';

/** The user with an address, without regard to case, deleted or not; null where there is none. For administrators. */
export async function findUserOfAddress(ctx: Ctx, email: string): Promise<UserAnswer | null> {
  authorize(ctx.actor, 'user.list');
  const [row] = await ctx.em.execute<UserRow[]>(
    `select ${USER_COLUMNS} from user_account u where lower(u.email) = lower(?)`,
    [email.trim()],
  );
  return row === undefined ? null : userOfRow(row);
}
