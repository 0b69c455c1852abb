import { randomUUID } from 'node:crypto';
import { reportInvite } from '#app/domain/access-changes/record-access-change.server.ts';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { getKnownHighSchool, lockForStaffChange } from '#app/domain/high-schools/known-high-school.server.ts';
import { queueNotice } from '#app/domain/notices/notice-text.server.ts';
import { AddressConflict } from '#app/lib/domain-errors.ts';
import { actorId, isAdmin } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { StaffPosition, UserFlag } from '#app/schemas/enums.ts';
import type { StaffInviteCreate } from '#app/schemas/high-school.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { admitStaffInvite } from './invite-limits.server.ts';
import { staffInviteMail } from './invite-mails.ts';
import { storeInvite } from './invite-user.server.ts';
import { lockAddress } from './lock-address.server.ts';

/** A place at a school, offered to an address. */
interface Offer {
  readonly school: { readonly id: string; readonly name: string };
  readonly email: string;
  readonly position: StaffPosition;
}

/**
 * Invites an address to a school's staff, as STAFF unless told (decisions, section 3). Effects, in one transaction: the invite, its
 * email (unless turned off), and an event on the school. Staff get the same answer after the same statements whether the
 * address has an account, none, or a deleted one, to which no email is sent; somebody with an account accepts on the dashboard.
 *
 * @throws NotFound for a school that is unknown or not the actor's; Conflict for somebody who is staff or invited there already and,
 *   for administrators, whose account was deleted; RateLimited as `admitStaffInvite` says
 */
export async function inviteStaff(
  ctx: Ctx,
  { highSchoolId, email, position = 'STAFF' }: StaffInviteCreate & { highSchoolId: string },
): Promise<void> {
  const school = await getKnownHighSchool(ctx, highSchoolId);
  authorize(ctx.actor, 'staff.manage', { highSchoolId });
  await inTransaction(ctx, async (opened) => {
    await lockAddress(opened, email);
    const tx = await lockForStaffChange(opened, highSchoolId);
    await admitStaffInvite(tx);
    await assertInvitable(tx, { school, email });
    await storeStaffInvite(tx, { school, email, position });
    await reportInvite(tx, { school, email, position });
  });
}

async function assertInvitable(tx: Ctx, { school, email }: Pick<Offer, 'school' | 'email'>): Promise<void> {
  const [account] = await tx.em.execute<{ flags: UserFlag[]; is_staff: boolean }[]>(
    `select u.flags, exists (select from high_school_staff s where s.user_id = u.id and s.high_school_id = ?) as is_staff
       from user_account u where lower(u.email) = ?`,
    [school.id, email],
  );
  if (account?.is_staff === true) {
    throw new AddressConflict(`${email} already belongs to the staff of ${school.name}.`);
  }
  if (account?.flags.includes('DELETED') === true && isAdmin(tx.actor)) {
    throw new AddressConflict('This account has been deleted.');
  }
}

async function storeStaffInvite(tx: AuthorizedCtx, { school, email, position }: Offer): Promise<void> {
  const userInviteId = await findOrAddUserInvite(tx, email);
  const place = { highSchool: school.id, userInvite: userInviteId };
  if ((await tx.em.count(HighSchoolStaffInviteEntity, place)) > 0) {
    throw new AddressConflict(`${email} has already been invited to ${school.name}.`);
  }
  const now = tx.now();
  await tx.em.insert(HighSchoolStaffInviteEntity, {
    id: randomUUID(),
    ...place,
    invitedBy: actorId(tx.actor),
    position,
    createdAt: now,
    updatedAt: now,
  });
  await recordEvent(tx, {
    kind: 'staff.invited',
    subject: ['HIGH_SCHOOL', school.id],
    changes: { email, position },
  });
  await queueNotice(tx, 'STAFF_INVITED', staffInviteMail(tx, { id: userInviteId, email, school }));
}

/** The address's open invite; one without flags where there was none. */
async function findOrAddUserInvite(tx: AuthorizedCtx, email: string): Promise<string> {
  const [open] = await tx.em.execute<{ id: string }[]>(
    'select id from user_invite where lower(email) = ? for update',
    [email],
  );
  if (open !== undefined) return open.id;
  return (await storeInvite(tx, email)).id;
}
