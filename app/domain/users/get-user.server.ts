import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import type { Actor } from '#app/policy/actor.ts';
import { authorizeToKnow, can } from '#app/policy/authorize.ts';
import type { OfUser } from '#app/policy/rules.ts';
import { SELF } from '#app/schemas/route-params.ts';
import type { UserAnswer } from '#app/schemas/user.ts';
import { findUserOfSchools } from './user-queries.server.ts';

/** A user that the actor may know, with what further permission depends on. */
export interface KnownUser {
  readonly user: UserAnswer;
  readonly subject: OfUser;
}

/**
 * One user (specification, section 7). Its version is the ETag.
 *
 * @throws {NotFound} for an unknown user or one the actor may not know
 */
export async function getUser(ctx: Ctx, id: string): Promise<UserAnswer> {
  return (await getKnownUser(ctx, id)).user;
}

/**
 * Like `getUser`, for services that ask for more than to know: administrators, the user, and staff who share a school, to whom the
 * flags are `[]`.
 *
 * @throws {NotFound} for an unknown user or one the actor may not know
 */
export async function getKnownUser(ctx: Ctx, id: string): Promise<KnownUser> {
  const found = await findUserOfSchools(ctx, id);
  const subject = { userId: found?.user.id ?? '', highSchoolIds: found?.highSchoolIds ?? [] };
  authorizeToKnow(ctx.actor, 'user.read', subject);
  if (found === null) throw new NotFound();
  const { user } = found;
  return { user: can(ctx.actor, 'user.readFlags', subject) ? user : { ...user, flags: [] }, subject };
}

/** The id that `@me` stands for; any other id is itself. */
export function resolveUserId(actor: Actor, id: string): string {
  if (id !== SELF) return id;
  if (actor.kind !== 'user') throw new NotFound();
  return actor.id;
}
