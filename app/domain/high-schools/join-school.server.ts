import { randomUUID } from 'node:crypto';
import { reportAddition } from '#app/domain/access-changes/record-access-change.server.ts';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { staffJoinedMail } from '#app/domain/invites/invite-mails.ts';
import { closeStaffInvite } from '#app/domain/invites/open-invite.server.ts';
import { queueNotice } from '#app/domain/notices/notice-text.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { fullName } from '#app/lib/person-name.ts';
import type { StaffPosition, UserFlag } from '#app/schemas/enums.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';

interface Account {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly flags: readonly UserFlag[];
}

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
  const [account] = await tx.em.execute<Account[]>(
    `select id, first_name, last_name, email, flags from user_account where id = ? for no key update`,
    [who.id],
  );
  if (account === undefined) return null;
  const { id: userId, email } = account;
  if (account.flags.includes('DELETED')) throw new Conflict('This account has been deleted.');
  const place = { highSchool: school.id, user: userId };
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
  await closeStaffInvite(tx, { email, highSchoolId: school.id });
  await recordStaffEvent(tx, 'staff.added', { highSchoolId: school.id, userId }, { position });
  const member = { userId, email, school, firstName: account.first_name, lastName: account.last_name };
  await queueNotice(tx, 'STAFF_JOINED', staffJoinedMail(tx, member));
  const person = { id: userId, email, firstName: account.first_name, lastName: account.last_name };
  await reportAddition(tx, { school, person, position });
  return { userId, name: fullName({ firstName: account.first_name, lastName: account.last_name }) };
}

/** What happened to a position stands on the timelines of both, the school and the user. */
export async function recordStaffEvent(
  tx: AuthorizedCtx,
  kind: EventKind,
  { highSchoolId, userId }: { readonly highSchoolId: string; readonly userId: string },
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordEvent(tx, { kind, subject: ['HIGH_SCHOOL', highSchoolId], changes: { userId, ...changes } });
  await recordEvent(tx, { kind, subject: ['USER', userId], changes: { highSchoolId, ...changes } });
}
