import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { getUser } from '#app/domain/users/read-users.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { HighSchoolStaffAnswer, StaffCreate } from '#app/schemas/high-school.ts';
import { joinSchool } from './join-school.server.ts';
import { getKnownHighSchool, lockForStaffChange } from './known-high-school.server.ts';
import { staffOf } from './list-staff.server.ts';

/**
 * Makes an account staff of a school, see `joinSchool` (specification, section 7). Throws NotFound for a school or a user that
 * is unknown or that the actor may not know, Conflict for somebody who is staff there already or whose account was deleted.
 */
export async function addStaff(
  ctx: Ctx,
  { highSchoolId, userId, position }: StaffCreate & { readonly highSchoolId: string },
): Promise<HighSchoolStaffAnswer> {
  const school = await getKnownHighSchool(ctx, highSchoolId);
  authorize(ctx.actor, 'staff.manage', { highSchoolId });
  await getUser(ctx, userId);
  return inTransaction(ctx, async (opened) => {
    const tx = await lockForStaffChange(opened, highSchoolId);
    await joinSchool(tx, { id: userId }, { school, position });
    const [member] = await staffOf(tx, { highSchool: highSchoolId, user: userId });
    if (member === undefined) throw new NotFound();
    return member;
  });
}
