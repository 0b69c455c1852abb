import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type UserAnswer, UserAnswerSchema } from '#app/schemas/user.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

/** The user with an address, without regard to case, deleted or not; null where there is none. For administrators. */
export async function findUserOfAddress(ctx: Ctx, email: string): Promise<UserAnswer | null> {
  authorize(ctx.actor, 'user.list');
  const user = await ctx.em.findOne(
    UserAccountEntity,
    { email: email.trim().toLowerCase() },
    { refresh: true },
  );
  return user === null ? null : UserAnswerSchema.parse(user);
}
