import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToKnow } from '#app/policy/authorize.ts';

/** The name of a high school that the actor may know; throws NotFound for any other. */
export async function getKnownHighSchool(ctx: Ctx, id: string): Promise<{ id: string; name: string }> {
  authorizeToKnow(ctx.actor, 'highSchool.read', { highSchoolId: id });
  const [school] = await ctx.em.execute<{ id: string; name: string }[]>(
    'select id, name from high_school where id = ?',
    [id],
  );
  if (school === undefined) throw new NotFound();
  return school;
}

/** Keeps schools and their staff from being changed until the transaction ends; in the order of ids, so that two at once do not deadlock. */
export async function lockHighSchools(tx: Ctx, ids: readonly string[]): Promise<void> {
  await tx.em.execute('select 1 from high_school where id in (?) order by id for no key update', [ids]);
}

/**
 * Locks a school whose staff or staff invites are about to change, then asks for permission.
 *
 * @throws {NotFound} for a school the actor may not know
 */
export async function lockForStaffChange(opened: Ctx, highSchoolId: string): Promise<AuthorizedCtx> {
  await lockHighSchools(opened, [highSchoolId]);
  return reloadActor(opened, (actor) => {
    authorizeToKnow(actor, 'highSchool.read', { highSchoolId });
    authorize(actor, 'staff.manage', { highSchoolId });
  });
}
