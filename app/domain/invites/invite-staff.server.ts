import { randomUUID } from 'node:crypto';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { joinSchool } from '#app/domain/high-schools/join-school.server.ts';
import { getKnownHighSchool } from '#app/domain/high-schools/known-high-school.server.ts';
import { queueNotice } from '#app/domain/notices/notice-text.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { StaffPosition } from '#app/schemas/enums.ts';
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
 * Invites an address to a school's staff, as STAFF unless told (decisions, section 3). Effects, in one transaction: an
 * address with an account joins at once, see `joinSchool`; for any other an invite is stored and mailed (but for a notice that is switched off), with an event on the
 * school. Throws NotFound for a school that is unknown or not the actor's, Conflict for somebody
 * who is staff or invited there already, or whose account was deleted, RateLimited as `admitStaffInvite` says. `joined` is the
 * name of whoever joined at once; null for an invite.
 */
export async function inviteStaff(
  ctx: Ctx,
  { highSchoolId, email, position = 'STAFF' }: StaffInviteCreate & { highSchoolId: string },
): Promise<{ readonly joined: string | null }> {
  const school = await getKnownHighSchool(ctx, highSchoolId);
  authorize(ctx.actor, 'staff.manage', { highSchoolId });
  const offer: Offer = { school, email, position };
  return inTransaction(ctx, async (tx) => {
    await lockAddress(tx, email);
    await admitStaffInvite(tx);
    const joined = await joinSchool(tx, { email }, { school, position });
    if (joined === null) await storeStaffInvite(tx, offer);
    return { joined: joined?.name ?? null };
  });
}

async function storeStaffInvite(tx: Ctx, { school, email, position }: Offer): Promise<void> {
  const userInviteId = await findOrAddUserInvite(tx, email);
  const place = { highSchool: school.id, userInvite: userInviteId };
  if ((await tx.em.count(HighSchoolStaffInviteEntity, place)) > 0) {
    throw new Conflict(`${email} has already been invited to ${school.name}.`);
  }
  const now = tx.now();
  await tx.em.insert(HighSchoolStaffInviteEntity, {
    id: randomUUID(),
    ...place,
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
async function findOrAddUserInvite(tx: Ctx, email: string): Promise<string> {
  const [open] = await tx.em.execute<{ id: string }[]>(
    'select id from user_invite where lower(email) = ? for update',
    [email],
  );
  if (open !== undefined) return open.id;
  return (await storeInvite(tx, email)).id;
}
