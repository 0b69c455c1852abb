import { randomUUID } from 'node:crypto';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { getKnownHighSchool } from '#app/domain/high-schools/known-high-school.server.ts';
import { queueMail } from '#app/domain/mail/queue-mail.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { StaffPosition, UserFlag } from '#app/schemas/enums.ts';
import type { StaffInviteCreate } from '#app/schemas/high-school.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { staffInviteMail, staffJoinedMail } from './invite-mails.ts';
import { lockAddress } from './lock-address.server.ts';

interface Account {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly flags: readonly UserFlag[];
}

/** A place at a school, offered to an address. */
interface Offer {
  readonly school: { readonly id: string; readonly name: string };
  readonly email: string;
  readonly position: StaffPosition;
}

/**
 * Invites an address to a school's staff, as STAFF unless told (decisions, section 3). Effects, in one transaction: an
 * address with an account joins at once and is told by mail; for any other an invite is stored and mailed; an event on the
 * school, and on the user who joins. Throws NotFound for a school that is unknown or not the actor's, Conflict for somebody
 * who is staff or invited there already, or whose account was deleted.
 */
export async function inviteStaff(
  ctx: Ctx,
  { highSchoolId, email, position = 'STAFF' }: StaffInviteCreate & { highSchoolId: string },
): Promise<void> {
  const school = await getKnownHighSchool(ctx, highSchoolId);
  authorize(ctx.actor, 'staff.manage', { highSchoolId });
  const offer: Offer = { school, email, position };
  await inTransaction(ctx, async (tx) => {
    await lockAddress(tx, email);
    const [account] = await tx.em.execute<Account[]>(
      'select id, first_name, last_name, flags from user_account where lower(email) = ? for update',
      [email],
    );
    if (account === undefined) await storeInvite(tx, offer);
    else await joinSchool(tx, account, offer);
  });
}

async function joinSchool(tx: Ctx, account: Account, { school, email, position }: Offer): Promise<void> {
  if (account.flags.includes('DELETED')) throw new Conflict('This account has been deleted.');
  const place = { highSchool: school.id, user: account.id };
  if ((await tx.em.count(HighSchoolStaffEntity, place)) > 0) {
    throw new Conflict(`${email} already belongs to the staff of ${school.name}.`);
  }
  const now = tx.now();
  await tx.em.insert(HighSchoolStaffEntity, {
    id: randomUUID(),
    ...place,
    position,
    createdAt: now,
    updatedAt: now,
  });
  await recordEvent(tx, {
    kind: 'staff.added',
    subject: ['HIGH_SCHOOL', school.id],
    changes: { userId: account.id, position },
  });
  await recordEvent(tx, {
    kind: 'staff.added',
    subject: ['USER', account.id],
    changes: { highSchoolId: school.id, position },
  });
  await queueMail(tx, [
    staffJoinedMail(tx, { email, school, firstName: account.first_name, lastName: account.last_name }),
  ]);
}

async function storeInvite(tx: Ctx, { school, email, position }: Offer): Promise<void> {
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
  await queueMail(tx, [staffInviteMail(tx, { email, school })]);
}

/** The address's open invite; one without flags where there was none. */
async function findOrAddUserInvite(tx: Ctx, email: string): Promise<string> {
  const [open] = await tx.em.execute<{ id: string }[]>(
    'select id from user_invite where lower(email) = ? for update',
    [email],
  );
  if (open !== undefined) return open.id;
  const id = randomUUID();
  const now = tx.now();
  await tx.em.insert(UserInviteEntity, { id, email, flags: [], createdAt: now, updatedAt: now });
  await recordEvent(tx, { kind: 'invite.created', subject: ['INVITE', id], changes: { email } });
  return id;
}
