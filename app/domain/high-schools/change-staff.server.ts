import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { HighSchoolStaffAnswer, StaffPatch } from '#app/schemas/high-school.ts';
import { type HighSchoolStaff, HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { recordStaffEvent } from './join-school.server.ts';
import { getKnownHighSchool, lockForStaffChange } from './known-high-school.server.ts';
import { staffOf } from './list-staff.server.ts';

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
      const changes = { position: { from: place.position, to: position } };
      tx.em.assign(place, { position, updatedAt: tx.now() });
      recordStaffEvent(tx, 'staff.changed', { highSchoolId, userId }, changes);
    }
    const [member] = await staffOf(tx, { highSchool: highSchoolId, user: userId });
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
    const place = await lockPlace(tx, { highSchoolId, userId });
    tx.em.remove(place);
    recordStaffEvent(tx, 'staff.removed', { highSchoolId, userId }, { position: place.position });
  });
}

async function authorizeStaff(ctx: Ctx, highSchoolId: string): Promise<void> {
  await getKnownHighSchool(ctx, highSchoolId);
  authorize(ctx.actor, 'staff.manage', { highSchoolId });
}

async function lockPlace(tx: Ctx, { highSchoolId, userId }: StaffMember): Promise<HighSchoolStaff> {
  const where = { highSchool: highSchoolId, user: userId };
  const place = await lockRow(tx, HighSchoolStaffEntity, where, 'update');
  if (place === null) throw new NotFound();
  return place;
}
