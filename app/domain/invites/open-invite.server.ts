import type { FilterQuery } from '@mikro-orm/core';
import { reportInvite } from '#app/domain/access-changes/record-access-change.server.ts';
import { type AuthorizedCtx, lockAuthorized } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import {
  authorizeStaffChange,
  lockForStaffChange,
} from '#app/domain/high-schools/high-school-access.server.ts';
import { assertReachable } from '#app/domain/bounces/bounced-addresses.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { queueNotices } from '#app/domain/notices/queue-notices.server.ts';
import { Conflict, NotFound } from '#app/lib/domain-errors.ts';
import { hasExpired } from '#app/lib/time/expiry.ts';
import { authorize } from '#app/policy/authorize.ts';
import { NOTICE_LABELS } from '#app/schemas/enums.ts';
import type { UserInviteResponse } from '#app/schemas/invite.ts';
import {
  type HighSchoolStaffInvite,
  HighSchoolStaffInviteEntity,
} from '#db/entities/high-school-staff-invite.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import { type UserInvite, UserInviteEntity } from '#db/entities/user-invite.ts';
import { limitResends, limitStaffInvites, inviteExpiry, renewExpiry } from './invite-limits.server.ts';
import { staffInviteEmail, userInviteEmail } from './invite-emails.ts';
import { INVITE_MESSAGES } from '#app/messages/invite-messages.ts';
import { findStaffInvites, userInviteResponse } from './list-invites.server.ts';

interface StaffInviteOfSchool {
  readonly highSchoolId: string;
  readonly inviteId: string;
}

/**
 * Resends an open invite with its staff invites, which expire anew, and records events. For administrators.
 *
 * @throws {NotFound} when it is no longer open
 * @throws {Conflict} when no email would be sent: it is turned off, or the address has bounced
 * @throws {RateLimited} less than a minute after the invite was last sent
 */
export async function resendInvite(ctx: Ctx, id: string): Promise<UserInviteResponse> {
  authorize(ctx.actor, 'invite.manage');
  return inTransaction(ctx, async (opened) => {
    const { tx, row } = await lockAuthorized(opened, UserInviteEntity, id, 'invite.manage');
    await limitResends(tx, id);
    const renewed = { expiresAt: inviteExpiry(tx), updatedAt: tx.now() };
    tx.em.assign(row, renewed);
    const staffInvites = await findStaffInvites(tx, [row]);
    for (const staffInvite of staffInvites) {
      await reportIfExpired(tx, staffInvite, { school: staffInvite.highSchool, email: row.email });
      tx.em.assign(staffInvite, renewed);
      recordEvent(tx, 'staff.inviteResent', ['HIGH_SCHOOL', staffInvite.highSchool.id], { email: row.email });
    }
    const invite = userInviteResponse(row, staffInvites);
    await assertReachable(tx, invite.email);
    const message = { ...userInviteEmail(tx, invite), hasBounced: false };
    if (!(await queueNotices(tx, 'USER_INVITED', [message]))) {
      throw new Conflict(INVITE_MESSAGES.emailOff(NOTICE_LABELS.USER_INVITED));
    }
    recordEvent(tx, 'invite.resent', ['INVITE', id], { email: invite.email });
    return invite;
  });
}

/**
 * Resends a school's staff invite, which expires anew, and records an event. Returns its address. For
 * administrators and the school's staff.
 *
 * @throws {NotFound} when the actor may not see the school or the invite, or it is no longer open
 * @throws {Conflict} when no email would be sent: it is turned off, or the address has bounced
 * @throws {RateLimited} like `limitStaffInvites`, or less than a minute after it was last resent
 */
export async function resendStaffInvite(
  ctx: Ctx,
  { highSchoolId, inviteId }: StaffInviteOfSchool,
): Promise<string> {
  authorizeStaffChange(ctx.actor, highSchoolId);
  return inTransaction(ctx, async (opened) => {
    const { tx, school } = await lockForStaffChange(opened, highSchoolId);
    const open = await lockStaffInvite(tx, { id: inviteId, highSchool: highSchoolId });
    if (open === null) throw new NotFound();
    const { invite, staffInvite } = open;
    const { email } = invite;
    await limitStaffInvites(tx);
    await limitResends(tx, invite.id);
    await assertReachable(tx, email);
    const expiresAt = renewExpiry(tx, invite);
    const message = {
      ...staffInviteEmail(tx, { id: invite.id, email, school, expiresAt }),
      hasBounced: false,
    };
    if (!(await queueNotices(tx, 'STAFF_INVITED', [message]))) {
      throw new Conflict(INVITE_MESSAGES.emailOff(NOTICE_LABELS.STAFF_INVITED));
    }
    await reportIfExpired(tx, staffInvite, { school, email });
    tx.em.assign(staffInvite, { expiresAt, updatedAt: tx.now() });
    recordEvent(tx, 'staff.inviteResent', ['HIGH_SCHOOL', highSchoolId], { email });
    return email;
  });
}

/** Reports a resent staff invite that no longer gave access, like a new invite. */
async function reportIfExpired(
  tx: AuthorizedCtx,
  staffInvite: HighSchoolStaffInvite,
  { school, email }: { readonly school: Pick<HighSchool, 'id' | 'name'>; readonly email: string },
): Promise<void> {
  if (hasExpired(staffInvite.expiresAt, tx.now()))
    await reportInvite(tx, { school, email, position: staffInvite.position });
}

/**
 * Removes an open invite and its staff invites, with events (specification, section 8). For administrators.
 * @throws {NotFound} when it is no longer open
 */
export async function removeUserInvite(ctx: Ctx, id: string): Promise<void> {
  authorize(ctx.actor, 'invite.manage');
  await inTransaction(ctx, async (opened) => {
    const { tx, row: invite } = await lockAuthorized(opened, UserInviteEntity, id, 'invite.manage');
    const staffInvites = await tx.em.find(
      HighSchoolStaffInviteEntity,
      { userInvite: id },
      { orderBy: { highSchool: 'asc' } },
    );
    for (const { highSchool } of staffInvites) {
      recordEvent(tx, 'staff.inviteRemoved', ['HIGH_SCHOOL', highSchool.id], { email: invite.email });
    }
    removeInvite(tx, invite);
  });
}

/**
 * Removes a staff invite and records an event. Also removes the address's invite if it has no other staff invite.
 * For administrators and the school's staff.
 * @throws {NotFound} when the actor may not see the school or the invite, or it is no longer open
 */
export async function removeStaffInvite(
  ctx: Ctx,
  { highSchoolId, inviteId }: StaffInviteOfSchool,
): Promise<void> {
  authorizeStaffChange(ctx.actor, highSchoolId);
  await inTransaction(ctx, async (opened) => {
    const { tx } = await lockForStaffChange(opened, highSchoolId);
    if (!(await removeOne(tx, { id: inviteId, highSchool: highSchoolId }))) throw new NotFound();
  });
}

/** Removes the invite of someone who was added to the school, in the caller's transaction, with an event. */
export async function closeStaffInvite(
  tx: AuthorizedCtx,
  { email, highSchoolId }: { readonly email: string; readonly highSchoolId: string },
): Promise<void> {
  await removeOne(tx, { userInvite: { email }, highSchool: highSchoolId });
}

/** Locks the address's invite and returns it with this staff invite; null if it's no longer open. */
async function lockStaffInvite(tx: AuthorizedCtx, where: FilterQuery<HighSchoolStaffInvite>) {
  const found = await tx.em.findOne(HighSchoolStaffInviteEntity, where);
  if (found === null) return null;
  const invite = await lockRow(tx, UserInviteEntity, { id: found.userInvite.id }, 'update');
  const staffInvite = await tx.em.findOne(HighSchoolStaffInviteEntity, { id: found.id }, { refresh: true });
  return invite === null || staffInvite === null ? null : { invite, staffInvite };
}

/** Locks the address's invite, then removes this staff invite and records an event. Returns false if it's gone. */
async function removeOne(tx: AuthorizedCtx, where: FilterQuery<HighSchoolStaffInvite>): Promise<boolean> {
  const open = await lockStaffInvite(tx, where);
  if (open === null) return false;
  const { invite, staffInvite } = open;
  const isEmpty = await removePart(tx, invite, staffInvite);
  recordEvent(tx, 'staff.inviteRemoved', ['HIGH_SCHOOL', staffInvite.highSchool.id], { email: invite.email });
  if (isEmpty) removeInvite(tx, invite);
  return true;
}

/** Removes a staff invite in the caller's transaction. Returns whether its invite then offers nothing anymore. */
export async function removePart(
  tx: AuthorizedCtx,
  invite: UserInvite,
  staffInvite: HighSchoolStaffInvite,
): Promise<boolean> {
  const others = { userInvite: invite.id, id: { $ne: staffInvite.id } };
  const isLast = (await tx.em.count(HighSchoolStaffInviteEntity, others)) === 0;
  tx.em.remove(staffInvite);
  return isLast && invite.flags.length === 0;
}

/** Removes an invite in the caller's transaction, which has locked it and checked the permission. */
export function removeInvite(tx: AuthorizedCtx, invite: UserInvite): void {
  tx.em.remove(invite);
  const { id, email } = invite;
  recordEvent(tx, 'invite.removed', ['INVITE', id], { email });
}
