import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { UserAnswer, UserListQuery } from '#app/schemas/user.ts';
import { countUsers, selectUsers } from './user-queries.server.ts';

/** The users that the filter finds, by name unless told, deleted ones last (specification, sections 7 and 9); for administrators. */
export async function listUsers(ctx: Ctx, query: UserListQuery = {}): Promise<Listing<UserAnswer>> {
  authorize(ctx.actor, 'user.list');
  const items = await selectUsers(ctx, query);
  return { items, total: query.limit === undefined ? null : await countUsers(ctx, query) };
}
