import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import type { Actor } from '#app/policy/actor.ts';
import { authorize, authorizeToSee } from '#app/policy/authorize.ts';
import { type HighSchool, HighSchoolEntity } from '#db/entities/high-school.ts';

/**
 * Returns a high school.
 * @throws {NotFound} when the actor may not see it
 */
export async function getVisibleHighSchool(ctx: Ctx, id: string): Promise<HighSchool> {
  authorizeToSee(ctx.actor, 'highSchool.read', { highSchoolId: id });
  const school = await ctx.em.findOne(HighSchoolEntity, { id });
  if (school === null) throw new NotFound();
  return school;
}

/**
 * Returns a high school whose staff the actor may manage.
 * @throws {NotFound} when the actor may not see the school
 * @throws {Forbidden} when the actor may not manage its staff
 */
export async function getManagedHighSchool(ctx: Ctx, id: string): Promise<HighSchool> {
  authorizeStaffChange(ctx.actor, id);
  return getVisibleHighSchool(ctx, id);
}

/**
 * Checks permission to change a school's staff or staff invites, before waiting for `lockForStaffChange`.
 * @throws {NotFound} when the actor may not see the school
 * @throws {Forbidden} when the actor may not manage its staff
 */
export function authorizeStaffChange(actor: Actor, highSchoolId: string): void {
  authorizeToSee(actor, 'highSchool.read', { highSchoolId });
  authorize(actor, 'staff.manage', { highSchoolId });
}

/**
 * Locks a school before its staff or staff invites change, then checks permission.
 * @throws {NotFound} when the actor may not see the school
 */
export async function lockForStaffChange(
  opened: Ctx,
  highSchoolId: string,
): Promise<{ readonly tx: AuthorizedCtx; readonly school: HighSchool }> {
  const school = await lockRow(opened, HighSchoolEntity, { id: highSchoolId });
  const tx = await reloadActor(opened, (actor) => authorizeStaffChange(actor, highSchoolId));
  if (school === null) throw new NotFound();
  return { tx, school };
}
