import { randomUUID } from 'node:crypto';
import { reportAddition } from '#app/domain/access-changes/record-access-change.server.ts';
import { closeAccessRequests } from '#app/domain/access-requests/close-access-requests.server.ts';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { staffJoinedEmail } from '#app/domain/invites/invite-emails.ts';
import { closeStaffInvite } from '#app/domain/invites/open-invite.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { queueNotices } from '#app/domain/notices/queue-notices.server.ts';
import { getUser } from '#app/domain/users/read-users.server.ts';
import { Conflict, NotFound, VersionConflict } from '#app/lib/domain-errors.ts';
import type { HighSchoolStaffResponse, StaffCreate, StaffPatch } from '#app/schemas/high-school.ts';
import { STAFF_POSITION_LABELS, type StaffPosition } from '#app/schemas/enums.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import { type HighSchoolStaff, HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { type UserAccount, UserAccountEntity } from '#db/entities/user-account.ts';
import { authorizeStaffChange, lockForStaffChange } from './high-school-access.server.ts';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { staffResponse, staffOf } from './list-staff.server.ts';

/** Identifies a user on a school's staff. */
export interface StaffKey {
  readonly highSchoolId: string;
  readonly userId: string;
}

/**
 * Adds an account to a school's staff (specification, section 7).
 * @throws {NotFound} when the actor may not see the school or the user
 * @throws {Conflict} when the user is already on the staff, or the account has been deleted
 */
export async function addStaff(
  ctx: Ctx,
  { highSchoolId, userId, position }: StaffKey & StaffCreate,
): Promise<HighSchoolStaffResponse> {
  authorizeStaffChange(ctx.actor, highSchoolId);
  return inTransaction(ctx, async (opened) => {
    const { tx, school } = await lockForStaffChange(opened, highSchoolId);
    const account = await lockRow(tx, UserAccountEntity, { id: userId });
    await getUser(tx, userId);
    if (account === null) throw new NotFound();
    return staffResponse(await addPosition(tx, { school, account, position }), account);
  });
}

/** Someone who joins the staff. The caller has locked the school and the account. */
interface Entry {
  readonly school: HighSchool;
  readonly account: UserAccount;
  readonly position: StaffPosition;
}

/**
 * Adds a position with events and emails, in the caller's transaction. Returns the position.
 * @throws {Conflict} when the user is already on the staff, or the account has been deleted
 */
export async function addPosition(
  tx: AuthorizedCtx,
  { school, account, position }: Entry,
): Promise<HighSchoolStaff> {
  const { id: userId, email, firstName, lastName } = account;
  if (account.flags.includes('DELETED')) throw new Conflict(USER_MESSAGES.deleted);
  const membership = { highSchool: school.id, user: userId };
  if ((await tx.em.count(HighSchoolStaffEntity, membership)) > 0) {
    throw new Conflict(SCHOOL_MESSAGES.alreadyOnStaff(email, school.name));
  }
  const now = tx.now();
  const added = tx.em.create(HighSchoolStaffEntity, {
    ...{ id: randomUUID(), ...membership, position },
    ...{ createdAt: now, updatedAt: now },
  });
  await closeStaffInvite(tx, { email, highSchoolId: school.id });
  await closeAccessRequests(tx, { userId, highSchoolId: school.id });
  recordStaffEvent(tx, 'staff.added', { highSchoolId: school.id, userId }, { position });
  const member = { userId, email, school, firstName, lastName };
  await queueNotices(tx, 'STAFF_JOINED', [staffJoinedEmail(tx, member)]);
  await reportAddition(tx, { school, person: { id: userId, email, firstName, lastName }, position });
  return added;
}

interface PositionChange extends StaffKey, StaffPatch {
  /** The position that the caller has seen. */
  readonly expected?: StaffPosition | undefined;
}

/**
 * Changes a staff member's position (specification, section 6) and records an event unless it is the same.
 * @throws {NotFound} when the actor may not see the school, or the user isn't on its staff
 * @throws {VersionConflict} when the position isn't the `expected` one, nor already the new one
 */
export async function changeStaff(
  ctx: Ctx,
  { highSchoolId, userId, position, expected }: PositionChange,
): Promise<HighSchoolStaffResponse> {
  authorizeStaffChange(ctx.actor, highSchoolId);
  return inTransaction(ctx, async (opened) => {
    const { tx } = await lockForStaffChange(opened, highSchoolId);
    const membership = await lockMembership(tx, { highSchoolId, userId });
    const stored: StaffPosition = membership.position;
    if (stored !== position) {
      if (expected !== undefined && stored !== expected) {
        throw new VersionConflict(SCHOOL_MESSAGES.positionChanged(STAFF_POSITION_LABELS[stored]));
      }
      const changes = { position: { from: stored, to: position } };
      tx.em.assign(membership, { position, updatedAt: tx.now() });
      recordStaffEvent(tx, 'staff.changed', { highSchoolId, userId }, changes);
    }
    return getMember(tx, { highSchoolId, userId });
  });
}

/**
 * Ends a position at a school and records an event. The account and the person's submissions are kept.
 * @throws {NotFound} when the actor may not see the school, or the user isn't on its staff
 */
export async function removeStaff(ctx: Ctx, { highSchoolId, userId }: StaffKey): Promise<void> {
  authorizeStaffChange(ctx.actor, highSchoolId);
  await inTransaction(ctx, async (opened) => {
    const { tx } = await lockForStaffChange(opened, highSchoolId);
    const membership = await lockMembership(tx, { highSchoolId, userId });
    tx.em.remove(membership);
    recordStaffEvent(tx, 'staff.removed', { highSchoolId, userId }, { position: membership.position });
  });
}

async function lockMembership(tx: Ctx, { highSchoolId, userId }: StaffKey): Promise<HighSchoolStaff> {
  const where = { highSchool: highSchoolId, user: userId };
  const membership = await lockRow(tx, HighSchoolStaffEntity, where, 'update');
  if (membership === null) throw new NotFound();
  return membership;
}

async function getMember(tx: Ctx, { highSchoolId, userId }: StaffKey): Promise<HighSchoolStaffResponse> {
  const {
    items: [member],
  } = await staffOf(tx, { highSchool: highSchoolId, user: userId });
  if (member === undefined) throw new NotFound();
  return member;
}

/** Records an event about a position on the school's and the user's timelines. */
export function recordStaffEvent(
  tx: AuthorizedCtx,
  kind: EventKind,
  { highSchoolId, userId }: StaffKey,
  changes: Readonly<Record<string, unknown>>,
): void {
  recordEvent(tx, kind, ['HIGH_SCHOOL', highSchoolId], { userId, ...changes });
  recordEvent(tx, kind, ['USER', userId], { highSchoolId, ...changes });
}
