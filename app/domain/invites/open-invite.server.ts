import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { getKnownHighSchool, lockForStaffChange } from '#app/domain/high-schools/known-high-school.server.ts';
import { assertReachable } from '#app/domain/bounces/bounced-addresses.server.ts';
import { queueNotice } from '#app/domain/notices/notice-text.server.ts';
import { Conflict, NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { NOTICE_LABELS, type UserFlag } from '#app/schemas/enums.ts';
import type { UserInviteAnswer } from '#app/schemas/invite.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { admitResending } from './invite-limits.server.ts';
import { userInviteMail } from './invite-mails.ts';
import { selectInvites } from './list-user-invites.server.ts';

/**
 * Mails an open invite once more, with an event. For administrators. Throws NotFound where it is open no longer, Conflict where no mail
 * would go out: the notice is switched off, or mail to the address came back. RateLimited less than a minute after the last time.
 */
export async function resendInvite(ctx: Ctx, id: string): Promise<UserInviteAnswer> {
  authorize(ctx.actor, 'invite.manage');
  return inTransaction(ctx, async (opened) => {
    const { tx } = await lockInvite(opened, id);
    await admitResending(tx, id);
    const [invite] = await selectInvites(tx, { sql: 'i.id = ?', params: [id] });
    if (invite === undefined) throw new NotFound();
    await assertReachable(tx, invite.email);
    if (!(await queueNotice(tx, 'USER_INVITED', userInviteMail(tx, invite)))) {
      throw new Conflict(
        `The notice '${NOTICE_LABELS.USER_INVITED}' is switched off, so no mail can go out.`,
      );
    }
    await recordEvent(tx, {
      kind: 'invite.resent',
      subject: ['INVITE', id],
      changes: { email: invite.email },
    });
    return invite;
  });
}

/**
 * Takes an open invite back, and with it the staff invites that depend on it (specification, section 8); the schools' timelines
 * tell of theirs. For administrators; throws NotFound where it is open no longer.
 */
export async function removeUserInvite(ctx: Ctx, id: string): Promise<void> {
  authorize(ctx.actor, 'invite.manage');
  await inTransaction(ctx, async (opened) => {
    const { tx, email } = await lockInvite(opened, id);
    const schools = await tx.em.execute<{ high_school_id: string }[]>(
      'select high_school_id from high_school_staff_invite where user_invite_id = ? order by high_school_id',
      [id],
    );
    for (const school of schools) await recordRevocation(tx, school.high_school_id, email);
    await removeInvite(tx, { id, email });
  });
}

/**
 * Takes an invitation to a school's staff back, with an event; an invite that then offers nothing any more, neither a school nor a
 * flag, goes too. For administrators and the school's staff. Throws NotFound for a school that is unknown or not the actor's, and
 * for an invite that is not, or no longer, one of this school.
 */
export async function removeStaffInvite(
  ctx: Ctx,
  { highSchoolId, inviteId }: { readonly highSchoolId: string; readonly inviteId: string },
): Promise<void> {
  await getKnownHighSchool(ctx, highSchoolId);
  authorize(ctx.actor, 'staff.manage', { highSchoolId });
  await inTransaction(ctx, async (opened) => {
    const tx = await lockForStaffChange(opened, highSchoolId);
    const [staffInvite] = await tx.em.execute<{ user_invite_id: string }[]>(
      'select user_invite_id from high_school_staff_invite where id = ? and high_school_id = ?',
      [inviteId, highSchoolId],
    );
    if (staffInvite === undefined) throw new NotFound();
    const invite = await lockInviteRow(tx, staffInvite.user_invite_id);
    if (invite === null) throw new NotFound();
    await removeFrom(tx, invite, { id: inviteId, highSchoolId });
  });
}

/** Removes the invite of somebody who is added to the school meanwhile, in the caller's transaction, with an event like `removeStaffInvite`. */
export async function closeStaffInvite(
  tx: AuthorizedCtx,
  { email, highSchoolId }: { readonly email: string; readonly highSchoolId: string },
): Promise<void> {
  const [found] = await tx.em.execute<{ id: string; user_invite_id: string }[]>(
    `select si.id, si.user_invite_id from high_school_staff_invite si
       join user_invite ui on ui.id = si.user_invite_id where ui.email = ? and si.high_school_id = ?`,
    [email, highSchoolId],
  );
  const invite = found === undefined ? null : await lockInviteRow(tx, found.user_invite_id);
  if (found !== undefined && invite !== null) await removeFrom(tx, invite, { ...found, highSchoolId });
}

async function removeFrom(
  tx: AuthorizedCtx,
  invite: InviteRow,
  { id, highSchoolId }: { readonly id: string; readonly highSchoolId: string },
): Promise<void> {
  const removed = await tx.em.nativeDelete(HighSchoolStaffInviteEntity, { id });
  if (removed === 0) throw new NotFound();
  await recordRevocation(tx, highSchoolId, invite.email);
  const others = await tx.em.count(HighSchoolStaffInviteEntity, { userInvite: invite.id });
  if (others === 0 && invite.flags.length === 0) await removeInvite(tx, invite);
}

interface InviteRow {
  readonly id: string;
  readonly email: string;
  readonly flags: readonly UserFlag[];
}

/** Held until the transaction ends, so that nobody adds to an invite, or accepts it, while it is taken back. */
async function lockInvite(opened: Ctx, id: string): Promise<InviteRow & { readonly tx: AuthorizedCtx }> {
  const invite = await lockInviteRow(opened, id);
  const tx = await reloadActor(opened, 'invite.manage');
  if (invite === null) throw new NotFound();
  return { tx, ...invite };
}

async function lockInviteRow(tx: Ctx, id: string): Promise<InviteRow | null> {
  const [invite] = await tx.em.execute<InviteRow[]>(
    'select id, email, flags from user_invite where id = ? for update',
    [id],
  );
  return invite ?? null;
}

async function removeInvite(tx: AuthorizedCtx, { id, email }: { id: string; email: string }): Promise<void> {
  await tx.em.nativeDelete(UserInviteEntity, { id });
  await recordEvent(tx, { kind: 'invite.removed', subject: ['INVITE', id], changes: { email } });
}

function recordRevocation(tx: AuthorizedCtx, highSchoolId: string, email: string): Promise<void> {
  return recordEvent(tx, {
    kind: 'staff.inviteRemoved',
    subject: ['HIGH_SCHOOL', highSchoolId],
    changes: { email },
  });
}
