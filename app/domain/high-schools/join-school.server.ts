import { randomUUID } from 'node:crypto';
import { reportAddition } from '#app/domain/access-changes/record-access-change.server.ts';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { staffJoinedMail } from '#app/domain/invites/invite-mails.ts';
import { closeStaffInvite } from '#app/domain/invites/open-invite.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { queueNotices } from '#app/domain/notices/notice-text.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { fullName } from '#app/lib/person-name.ts';
import type { StaffPosition } from '#app/schemas/enums.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

/** A place on the staff of a school. */
export interface StaffPlace {
  readonly school: { readonly id: string; readonly name: string };
  readonly position: StaffPosition;
}

/**
 * Makes the account with this id staff of a school, in the caller's transaction, which has locked the school
 * (`lockForStaffChange`). Effects: the position, an event on the school and one on the user, and a mail that tells them. Null where there is no such
 * account. Throws Conflict for somebody who is staff there already, or whose account was deleted.
 */
export async function joinSchool(
  tx: AuthorizedCtx,
  who: { readonly id: string },
  { school, position }: StaffPlace,
): Promise<{ readonly userId: string; readonly name: string } | null> {
  const account = await lockRow(tx, UserAccountEntity, { id: who.id });
  if (account === null) return null;
  const { id: userId, email, firstName, lastName } = account;
  if (account.flags.includes('DELETED')) throw new Conflict('This account has been deleted.');
  const place = { highSchool: school.id, user: userId };
  if ((await tx.em.count(HighSchoolStaffEntity, place)) > 0) {
    throw new Conflict(`${email} already belongs to the staff of ${school.name}.`);
  }
  const now = tx.now();
  const added = { id: randomUUID(), ...place, position, createdAt: now, updatedAt: now };
  tx.em.create(HighSchoolStaffEntity, added);
  await closeStaffInvite(tx, { email, highSchoolId: school.id });
  recordStaffEvent(tx, 'staff.added', { highSchoolId: school.id, userId }, { position });
  const member = { userId, email, school, firstName, lastName };
  await queueNotices(tx, 'STAFF_JOINED', [staffJoinedMail(tx, member)]);
  await reportAddition(tx, { school, person: { id: userId, email, firstName, lastName }, position });
  return { userId, name: fullName(account) };
}

/** What happened to a position stands on the timelines of both, the school and the user. */
export function recordStaffEvent(
  tx: AuthorizedCtx,
  kind: EventKind,
  { highSchoolId, userId }: { readonly highSchoolId: string; readonly userId: string },
  changes: Readonly<Record<string, unknown>>,
): void {
  recordEvent(tx, { kind, subject: ['HIGH_SCHOOL', highSchoolId], changes: { userId, ...changes } });
  recordEvent(tx, { kind, subject: ['USER', userId], changes: { highSchoolId, ...changes } });
}
