import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { UserInviteAnswer } from '#app/schemas/invite.ts';
import { selectInvites } from './list-user-invites.server.ts';

/** The open invite to an address, without regard to case, or of an id; null where there is none. For administrators. */
export async function findUserInvite(ctx: Ctx, reference: string): Promise<UserInviteAnswer | null> {
  authorize(ctx.actor, 'invite.manage');
  const text = reference.trim();
  const [invite] = await selectInvites(ctx, {
    sql: 'lower(i.email) = lower(?) or i.id::text = lower(?)',
    params: [text, text],
  });
  return invite ?? null;
}
