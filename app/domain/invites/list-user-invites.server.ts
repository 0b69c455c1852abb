import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { UserInviteAnswer } from '#app/schemas/invite.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { selectUserInvites } from './invite-queries.server.ts';

/** The open invites by address, each with the school positions it will give (specification, section 7); for administrators. */
export async function listUserInvites(ctx: Ctx, query: ListQuery = {}): Promise<Listing<UserInviteAnswer>> {
  authorize(ctx.actor, 'invite.manage');
  const items = await selectUserInvites(ctx, query);
  return { items, total: query.limit === undefined ? null : await ctx.em.count(UserInviteEntity) };
}
