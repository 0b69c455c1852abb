import { requireRecentSignIn } from '#app/domain/auth/recent-sign-in.ts';
import { randomUUID } from 'node:crypto';
import { reportInvite } from '#app/domain/access-changes/record-access-change.server.ts';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import {
  authorizeStaffChange,
  lockForStaffChange,
} from '#app/domain/high-schools/high-school-access.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { queueNotices } from '#app/domain/notices/queue-notices.server.ts';
import { lockAdministrators } from '#app/domain/users/user-flags.server.ts';
import { AddressConflict } from '#app/lib/domain-errors.ts';
import { hasExpired } from '#app/lib/time/expiry.ts';
import { type Actor, actorId, isAdmin } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { StaffPosition, UserFlag } from '#app/schemas/enums.ts';
import type { StaffInviteCreate } from '#app/schemas/high-school.ts';
import {
  type UserInviteResponse,
  UserInviteResponseSchema,
  type UserInviteCreate,
} from '#app/schemas/invite.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { type UserInvite, UserInviteEntity } from '#db/entities/user-invite.ts';
import { limitStaffInvites, inviteExpiry, renewExpiry } from './invite-limits.server.ts';
import { staffInviteEmail, userInviteEmail } from './invite-emails.ts';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import { INVITE_MESSAGES } from '#app/messages/invite-messages.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { lockAddress } from './accept-invite.server.ts';

/**
 * Invites an address to create an account with these flags (decisions, section 3). Adds the invite, an event,
 * and the email unless it is turned off, in one transaction. For administrators.
 * @throws {SignInAgain} for flags when the actor's session isn't recent
 * @throws {AddressConflict} when the address has an account, even a deleted one, or an open invite
 */
export async function inviteUser(
  ctx: Ctx,
  { email, flags = [] }: UserInviteCreate,
): Promise<UserInviteResponse> {
  const check = (actor: Actor) => {
    authorize(actor, 'invite.manage');
    if (flags.length === 0) return;
    authorize(actor, 'user.editFlags');
    requireRecentSignIn({ ...ctx, actor });
  };
  check(ctx.actor);
  return inTransaction(ctx, async (opened) => {
    await lockAdministrators(opened);
    await lockAddress(opened, email);
    const tx = await reloadActor(opened, check);
    await assertUnknown(tx, email);
    const invite = UserInviteResponseSchema.parse({ ...addUserInvite(tx, email, flags), staffInvites: [] });
    await queueNotices(tx, 'USER_INVITED', [userInviteEmail(tx, invite)]);
    return invite;
  });
}

async function assertUnknown(tx: Ctx, email: string): Promise<void> {
  const account = await tx.em.findOne(UserAccountEntity, { email });
  if (account?.flags.includes('DELETED') === true) throw new AddressConflict(USER_MESSAGES.deleted);
  if (account !== null) throw new AddressConflict(`${email} already has an account.`);
  const open = await tx.em.findOne(UserInviteEntity, { email });
  if (open === null) return;
  const { alreadyExpired, alreadyInvited } = INVITE_MESSAGES;
  throw new AddressConflict((hasExpired(open.expiresAt, tx.now()) ? alreadyExpired : alreadyInvited)(email));
}

/** Adds an open invite for an address without one, and records an event, in the caller's transaction. */
export function addUserInvite(tx: AuthorizedCtx, email: string, flags: readonly UserFlag[] = []): UserInvite {
  const now = tx.now();
  const invite = tx.em.create(UserInviteEntity, {
    ...{ id: randomUUID(), email, flags: [...flags], expiresAt: inviteExpiry(tx) },
    ...{ createdAt: now, updatedAt: now },
  });
  const changes = flags.length > 0 ? { email, flags } : { email };
  recordEvent(tx, 'invite.created', ['INVITE', invite.id], changes);
  return invite;
}

/** A position at a school that an invite offers. */
interface Offer {
  readonly school: { readonly id: string; readonly name: string };
  readonly email: string;
  readonly position: StaffPosition;
}

/**
 * Invites an address to a school's staff, by default as STAFF (decisions, section 3), with an email and an
 * event. For staff, response and timing don't reveal whether the address has an account.
 * @throws {NotFound} when the actor may not see the school
 * @throws {AddressConflict} when already on the staff, already invited or, for administrators, deleted
 * @throws {RateLimited} like `limitStaffInvites`
 */
export async function inviteStaff(
  ctx: Ctx,
  { highSchoolId, email, position = 'STAFF' }: StaffInviteCreate & { highSchoolId: string },
): Promise<void> {
  authorizeStaffChange(ctx.actor, highSchoolId);
  await inTransaction(ctx, async (opened) => {
    await lockAddress(opened, email);
    const { tx, school } = await lockForStaffChange(opened, highSchoolId);
    await limitStaffInvites(tx);
    // Waits for a concurrent acceptance of the invite before the staff is read.
    const open = await lockRow(tx, UserInviteEntity, { email }, 'update');
    await assertInvitable(tx, { school, email });
    await storeStaffInvite(tx, open, { school, email, position });
    await reportInvite(tx, { school, email, position });
  });
}

async function assertInvitable(tx: Ctx, { school, email }: Pick<Offer, 'school' | 'email'>): Promise<void> {
  const account = await tx.em.findOne(UserAccountEntity, { email });
  const isStaff = await tx.em.count(HighSchoolStaffEntity, { highSchool: school.id, user: { email } });
  if (isStaff > 0) throw new AddressConflict(SCHOOL_MESSAGES.alreadyOnStaff(email, school.name));
  if (account?.flags.includes('DELETED') === true && isAdmin(tx.actor)) {
    throw new AddressConflict(USER_MESSAGES.deleted);
  }
}

async function storeStaffInvite(
  tx: AuthorizedCtx,
  open: UserInvite | null,
  { school, email, position }: Offer,
): Promise<void> {
  const invite = open ?? addUserInvite(tx, email);
  const staffInvite = { highSchool: school.id, userInvite: invite.id };
  const already = await tx.em.findOne(HighSchoolStaffInviteEntity, staffInvite);
  if (already !== null) {
    const { alreadyExpiredTo, alreadyInvitedTo } = INVITE_MESSAGES;
    throw new AddressConflict(
      (hasExpired(already.expiresAt, tx.now()) ? alreadyExpiredTo : alreadyInvitedTo)(email, school.name),
    );
  }
  const now = tx.now();
  const expiresAt = renewExpiry(tx, invite);
  const offer = { position, invitedBy: actorId(tx.actor), expiresAt, createdAt: now, updatedAt: now };
  tx.em.create(HighSchoolStaffInviteEntity, { id: randomUUID(), ...staffInvite, ...offer });
  recordEvent(tx, 'staff.invited', ['HIGH_SCHOOL', school.id], { email, position });
  await queueNotices(tx, 'STAFF_INVITED', [
    staffInviteEmail(tx, { id: invite.id, email, school, expiresAt }),
  ]);
}
