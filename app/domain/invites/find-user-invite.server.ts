import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { UserInviteAnswer } from '#app/schemas/invite.ts';
import { selectUserInvites } from './invite-queries.server.ts';

/** The open invite to an address, without regard to case, or of an id; null where there is none. For administrators. */
export async function findUserInvite(ctx: Ctx, reference: string): Promise<UserInviteAnswer | null> {
  authorize(ctx.actor, 'invite.manage');
  const [invite] = await selectUserInvites(ctx, { reference: reference.trim() });
  return invite ?? null;
}
