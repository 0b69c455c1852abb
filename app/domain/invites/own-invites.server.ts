import { randomUUID } from 'node:crypto';
import { closeAccessRequests } from '#app/domain/access-requests/close-access-requests.server.ts';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { recordStaffEvent } from '#app/domain/high-schools/change-staff.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Conflict, NotFound } from '#app/lib/domain-errors.ts';
import { INVITE_MESSAGES } from '#app/messages/invite-messages.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { hasExpired } from '#app/lib/time/expiry.ts';
import { dayInZone } from '#app/lib/time/zoned-time.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { authorize, authorizeToSee } from '#app/policy/authorize.ts';
import { type OwnInvite, OwnInviteSchema } from '#app/schemas/invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { removePart } from './open-invite.server.ts';

/** Returns the signed-in person's open invites to the staff of active schools, even expired ones, oldest first. */
export async function listOwnInvites(ctx: Ctx): Promise<OwnInvite[]> {
  const actor = personOf(ctx);
  const invites = await ctx.em.find(
    HighSchoolStaffInviteEntity,
    { userInvite: { email: actor.email }, highSchool: { status: 'ACTIVE' } },
    { populate: ['highSchool', 'invitedBy'], orderBy: { createdAt: 'asc', id: 'asc' } },
  );
  return invites.map(({ highSchool, invitedBy, ...invite }) =>
    OwnInviteSchema.parse({
      ...invite,
      highSchoolId: highSchool.id,
      highSchool,
      invitedBy: invitedBy ? fullName(invitedBy) : null,
    }),
  );
}

/**
 * Accepts an invite to a school's staff (decisions, section 3): adds the position, removes the invite, and
 * records events in one transaction. Returns the school's name.
 * @throws {NotFound} when the invite doesn't exist anymore or is for another address
 * @throws {Unauthorized} when the account has been deleted
 * @throws {Conflict} when the school is inactive, or the invite has expired
 */
export async function acceptOwnInvite(ctx: Ctx, id: string): Promise<string> {
  return inTransaction(ctx, async (opened) => {
    const { tx, actor, email, staffInvite } = await lockOwnInvite(opened, id);
    const { highSchool: school, position } = staffInvite;
    if (school.status !== 'ACTIVE') throw new Conflict(INVITE_MESSAGES.schoolInactive(school.name));
    if (hasExpired(staffInvite.expiresAt, tx.now())) {
      const day = dayInZone(staffInvite.expiresAt.toISOString(), tx.settings.timeZone);
      throw new Conflict(INVITE_MESSAGES.expired(school.name, day));
    }
    const isStaff = await tx.em.count(HighSchoolStaffEntity, { highSchool: school.id, user: actor.id });
    if (isStaff === 0) {
      const now = tx.now();
      const membership = { highSchool: school.id, user: actor.id, position, createdAt: now, updatedAt: now };
      tx.em.create(HighSchoolStaffEntity, { id: randomUUID(), ...membership });
    }
    await closeAccessRequests(tx, { userId: actor.id, highSchoolId: school.id });
    await removeAnswered(tx, staffInvite, { kind: 'invite.accepted', changes: { userId: actor.id } });
    recordEvent(tx, 'staff.inviteAccepted', ['HIGH_SCHOOL', school.id], { email, userId: actor.id });
    if (isStaff === 0) {
      recordStaffEvent(tx, 'staff.added', { highSchoolId: school.id, userId: actor.id }, { position });
    }
    return school.name;
  });
}

/**
 * Declines an invite, even an expired one: removes it and records an event on the school. Returns the school's name.
 * @throws {NotFound} when the invite doesn't exist anymore or is for another address
 * @throws {Unauthorized} when the account has been deleted
 */
export async function declineOwnInvite(ctx: Ctx, id: string): Promise<string> {
  return inTransaction(ctx, async (opened) => {
    const { tx, email, staffInvite } = await lockOwnInvite(opened, id);
    const { id: schoolId, name } = staffInvite.highSchool;
    await removeAnswered(tx, staffInvite, { kind: 'invite.removed', changes: { email } });
    recordEvent(tx, 'staff.inviteDeclined', ['HIGH_SCHOOL', schoolId], { email });
    return name;
  });
}

function personOf({ actor }: Ctx): UserActor {
  authorize(actor, 'invite.answer');
  if (actor.kind !== 'user') throw new NotFound();
  return actor;
}

/** Locks the school (ADR 25), the invite, and the account, so that none can change until the transaction ends. */
async function lockOwnInvite(opened: Ctx, id: string) {
  personOf(opened);
  const found = await opened.em.findOne(HighSchoolStaffInviteEntity, { id }, { populate: ['userInvite'] });
  if (found === null) throw new NotFound();
  authorizeToSee(opened.actor, 'invite.answerOne', { email: found.userInvite.email });
  await lockRow(opened, HighSchoolEntity, { id: found.highSchool.id });
  const invite = await lockRow(opened, UserInviteEntity, { id: found.userInvite.id }, 'update');
  const email = invite?.email ?? '';
  const tx: AuthorizedCtx = await reloadActor(opened, (current) => {
    authorizeToSee(current, 'invite.answerOne', { email });
  });
  const staffInvite = await tx.em.findOne(
    HighSchoolStaffInviteEntity,
    { id },
    { populate: ['highSchool'], refresh: true },
  );
  if (staffInvite === null || invite === null) throw new NotFound();
  return { tx, actor: personOf(tx), email, staffInvite };
}

/** Removes an invite with its last school, and records the outcome, if it offers no flags either. */
async function removeAnswered(
  tx: AuthorizedCtx,
  staffInvite: Awaited<ReturnType<typeof lockOwnInvite>>['staffInvite'],
  outcome: {
    readonly kind: 'invite.accepted' | 'invite.removed';
    readonly changes: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { userInvite } = staffInvite;
  if (!(await removePart(tx, userInvite, staffInvite))) return;
  tx.em.remove(userInvite);
  recordEvent(tx, outcome.kind, ['INVITE', userInvite.id], outcome.changes);
}
