import { randomUUID } from 'node:crypto';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { recordStaffEvent } from '#app/domain/high-schools/change-staff.server.ts';
import { lockRow, acquireTextLock } from '#app/domain/lock-queries.server.ts';
import { hasExpired } from '#app/lib/time/expiry.ts';
import { USER_FLAGS, type UserFlag } from '#app/schemas/enums.ts';
import {
  type HighSchoolStaffInvite,
  HighSchoolStaffInviteEntity,
} from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { type UserInvite, UserInviteEntity } from '#db/entities/user-invite.ts';

/** An open invite and its staff invites. */
export interface OpenInvite {
  readonly invite: UserInvite;
  readonly staffInvites: readonly HighSchoolStaffInvite[];
}

/** Locks and returns an address's open invite until the transaction ends; null if there is none. */
export async function lockOpenInvite(tx: Ctx, email: string): Promise<OpenInvite | null> {
  const invite = await lockRow(tx, UserInviteEntity, { email }, 'update');
  if (invite === null) return null;
  const staffInvites = await tx.em.find(
    HighSchoolStaffInviteEntity,
    { userInvite: invite.id },
    { orderBy: { highSchool: 'asc' }, refresh: true },
  );
  return { invite, staffInvites };
}

/**
 * Combines an account's flags with its invite's, in standard order. An expired invite grants none, and an invite
 * can't delete an account.
 */
export function flagsWith(
  ctx: Pick<Ctx, 'now'>,
  open: OpenInvite | null,
  flags: readonly UserFlag[],
): UserFlag[] {
  const invited = open === null || hasExpired(open.invite.expiresAt, ctx.now()) ? [] : open.invite.flags;
  return USER_FLAGS.filter((flag) => flags.includes(flag) || (flag !== 'DELETED' && invited.includes(flag)));
}

/**
 * Grants an invite's flags (`flagsWith`) to the account with its address, in the caller's transaction.
 * Invites to schools where the user isn't staff yet stay open.
 */
export async function grantFlags(tx: AuthorizedCtx, open: OpenInvite, userId: string): Promise<void> {
  const { invite } = open;
  const offered = await membershipsOffered(tx, open, userId);
  for (const answered of open.staffInvites.filter((one) => !offered.includes(one))) {
    tx.em.remove(answered);
    recordEvent(tx, 'staff.inviteRemoved', ['HIGH_SCHOOL', answered.highSchool.id], { email: invite.email });
  }
  if (offered.length > 0) {
    tx.em.assign(invite, { flags: [], updatedAt: tx.now() });
    return;
  }
  removeUsed(tx, invite, { userId, isAccepted: false });
}

/**
 * Accepts an invite for a new account (decisions, section 3, create-account) in the caller's transaction; `flagsWith`
 * grants the flags. Returns the accepted invites to schools; expired ones stay, so that schools can resend them.
 */
export async function acceptInvite(
  tx: AuthorizedCtx,
  open: OpenInvite,
  userId: string,
): Promise<readonly HighSchoolStaffInvite[]> {
  const now = tx.now();
  const offered = await membershipsOffered(tx, open, userId);
  const accepted = offered.filter(({ expiresAt }) => !hasExpired(expiresAt, now));
  for (const { highSchool, position } of accepted) {
    const membership = { highSchool, user: userId, position, createdAt: now, updatedAt: now };
    tx.em.create(HighSchoolStaffEntity, { id: randomUUID(), ...membership });
  }
  if (accepted.length === offered.length)
    removeUsed(tx, open.invite, { userId, isAccepted: accepted.length > 0 });
  else {
    for (const one of accepted) tx.em.remove(one);
    tx.em.assign(open.invite, { flags: [], updatedAt: now });
  }
  for (const { highSchool, position } of accepted) {
    recordStaffEvent(tx, 'staff.added', { highSchoolId: highSchool.id, userId }, { position });
  }
  return accepted;
}

/** Removes an invite whose address has an account now, as accepted if any part was accepted or it hadn't expired. */
function removeUsed(
  tx: AuthorizedCtx,
  invite: UserInvite,
  { userId, isAccepted }: { readonly userId: string; readonly isAccepted: boolean },
): void {
  const { id, email } = invite;
  tx.em.remove(invite);
  if (hasExpired(invite.expiresAt, tx.now()) && !isAccepted) {
    recordEvent(tx, 'invite.removed', ['INVITE', id], { email });
  } else recordEvent(tx, 'invite.accepted', ['INVITE', id], { userId });
}

/** Returns the invites to schools where the user isn't on the staff yet. */
async function membershipsOffered(tx: Ctx, { staffInvites }: OpenInvite, userId: string) {
  const held = await tx.em.find(HighSchoolStaffEntity, { user: userId });
  return staffInvites.filter(
    ({ highSchool }) => !held.some((membership) => membership.highSchool.id === highSchool.id),
  );
}

/**
 * Serializes changes to a lowercase address. Inviting it and creating its account acquire this lock first;
 * otherwise, an invite could stay open although its account exists.
 */
export async function lockAddress(tx: Ctx, email: string): Promise<void> {
  await acquireTextLock(tx, 'address', email);
}
