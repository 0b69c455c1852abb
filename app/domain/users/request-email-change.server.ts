import type { Caller } from '#app/domain/auth/caller.ts';
import { requestEmailChangeCode } from '#app/domain/auth/email-change-code.server.ts';
import type { RequestedCode } from '#app/domain/auth/request-code.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { EmailChange } from '#app/schemas/user.ts';
import { getKnownUser } from './get-user.server.ts';

/**
 * Emails a code to the address that the actor wants from now on; `changeUser` asks for it (decisions, section 3).
 *
 * @throws {Forbidden} for an account other than one's own
 * @throws {NotFound} for one the actor may not know
 * @throws {RateLimited} as `requestEmailChangeCode`
 */
export async function requestEmailChange(
  ctx: Ctx,
  { userId, ...input }: EmailChange & Caller & { readonly userId: string },
): Promise<RequestedCode> {
  const { subject } = await getKnownUser(ctx, userId);
  authorize(ctx.actor, 'user.edit', subject);
  if (actorId(ctx.actor) !== userId) {
    throw new Forbidden('A code is only needed, and sent, for your own new address.');
  }
  return requestEmailChangeCode(ctx, input);
}
