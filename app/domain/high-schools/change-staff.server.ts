import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { StaffPosition } from '#app/schemas/enums.ts';
import type { HighSchoolStaffAnswer, StaffPatch } from '#app/schemas/high-school.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { recordStaffEvent } from './join-school.server.ts';
import { getKnownHighSchool, lockForStaffChange } from './known-high-school.server.ts';
import { ofMember, selectStaff } from './staff-rows.server.ts';

/** Somebody's place on the staff of a school. */
export interface StaffMember {
  readonly highSchoolId: string;
  readonly userId: string;
}

/**
 * Gives a member of a school's staff another position (specification, section 6), with an event unless it is the same. Throws
 * NotFound for a school that is unknown or not the actor's, and for somebody who is not staff there.
 */
export async function changeStaff(
  ctx: Ctx,
  { highSchoolId, userId, position }: StaffMember & StaffPatch,
): Promise<HighSchoolStaffAnswer> {
  await authorizeStaff(ctx, highSchoolId);
  return inTransaction(ctx, async (opened) => {
    const tx = await lockForStaffChange(opened, highSchoolId);
    const place = await lockPlace(tx, { highSchoolId, userId });
    if (place.position !== position) {
      await tx.em.nativeUpdate(HighSchoolStaffEntity, { id: place.id }, { position, updatedAt: tx.now() });
      const changes = { position: { from: place.position, to: position } };
      await recordStaffEvent(tx, 'staff.changed', { highSchoolId, userId }, changes);
    }
    const [member] = await selectStaff(tx, ofMember({ highSchoolId, userId }));
    if (member === undefined) throw new NotFound();
    return member;
  });
}

/**
 * Ends a position at a school, with an event; the account stays, and so does what the person has submitted. Throws as
 * `changeStaff` does.
 */
export async function removeStaff(ctx: Ctx, { highSchoolId, userId }: StaffMember): Promise<void> {
  await authorizeStaff(ctx, highSchoolId);
  await inTransaction(ctx, async (opened) => {
    const tx = await lockForStaffChange(opened, highSchoolId);
    const { id, position } = await lockPlace(tx, { highSchoolId, userId });
    await tx.em.nativeDelete(HighSchoolStaffEntity, { id });
    await recordStaffEvent(tx, 'staff.removed', { highSchoolId, userId }, { position });
  });
}

async function authorizeStaff(ctx: Ctx, highSchoolId: string): Promise<void> {
  await getKnownHighSchool(ctx, highSchoolId);
  authorize(ctx.actor, 'staff.manage', { highSchoolId });
}

async function lockPlace(
  tx: Ctx,
  { highSchoolId, userId }: StaffMember,
): Promise<{ id: string; position: StaffPosition }> {
  const [place] = await tx.em.execute<{ id: string; position: StaffPosition }[]>(
    'select id, position from high_school_staff where high_school_id = ? and user_id = ? for update',
    [highSchoolId, userId],
  );
  if (place === undefined) throw new NotFound();
  return place;
}
