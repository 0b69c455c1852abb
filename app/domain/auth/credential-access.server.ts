import type { Ctx } from '#app/domain/ctx.server.ts';
import { getVisibleUser } from '#app/domain/users/read-users.server.ts';
import { type Actor, actorId } from '#app/policy/actor.ts';
import { authorize, can } from '#app/policy/authorize.ts';

/**
 * Returns whose access tokens, passkeys, or linked identities to list: those of `userId`. By default, administrators list
 * everyone's, and others their own.
 * @throws {NotFound} when the actor may not see the user
 * @throws {Forbidden} for a colleague's, or with an access token
 */
export async function authorizeListOf(
  ctx: Ctx,
  credential: 'token' | 'passkey' | 'identity',
  userId: string | undefined,
): Promise<{ readonly user?: string }> {
  const { actor } = ctx;
  const own = can(actor, `${credential}.readAll`) ? null : actorId(actor);
  const user = userId ?? own;
  if (user === null) {
    authorize(actor, `${credential}.readAll`);
    return {};
  }
  authorize(actor, `${credential}.read`, (await getVisibleUser(ctx, user)).subject);
  return { user };
}

/**
 * Refuses actors who couldn't even end their own. Ask it before the lock, when the owner isn't known yet.
 * @throws {Forbidden} with an access token, or without a required passkey
 */
export function authorizeForOwn(
  actor: Actor,
  ability: 'token.revoke' | 'passkey.remove' | 'identity.remove',
): void {
  authorize(actor, ability, { userId: actorId(actor) ?? '', highSchoolIds: [] });
}
