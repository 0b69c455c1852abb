import { randomUUID } from 'node:crypto';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { recordStaffEvent } from '#app/domain/high-schools/join-school.server.ts';
import { type StaffPosition, USER_FLAGS, type UserFlag } from '#app/schemas/enums.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';

/** An invitation that waits for its account, with the positions it will give. */
export interface OpenInvite {
  readonly id: string;
  readonly flags: readonly UserFlag[];
  readonly positions: readonly { readonly highSchoolId: string; readonly position: StaffPosition }[];
}

/** The open invite of an address, locked until the end of the caller's transaction; null where there is none. */
export async function lockOpenInvite(tx: Ctx, email: string): Promise<OpenInvite | null> {
  const [invite] = await tx.em.execute<{ id: string; flags: UserFlag[] }[]>(
    'select id, flags from user_invite where lower(email) = ? for update',
    [email],
  );
  if (invite === undefined) return null;
  const positions = await tx.em.execute<{ high_school_id: string; position: StaffPosition }[]>(
    'select high_school_id, position from high_school_staff_invite where user_invite_id = ? order by high_school_id',
    [invite.id],
  );
  return {
    id: invite.id,
    flags: invite.flags,
    positions: positions.map((row) => ({ highSchoolId: row.high_school_id, position: row.position })),
  };
}

/** An account's flags with those of its invite, each once, in their order. An invite cannot delete the account it invites to. */
export function flagsWith(invite: OpenInvite | null, flags: readonly UserFlag[]): UserFlag[] {
  const invited = invite?.flags ?? [];
  return USER_FLAGS.filter((flag) => flags.includes(flag) || (flag !== 'DELETED' && invited.includes(flag)));
}

/**
 * What an invite means for an account that gets its address, in the caller's transaction: its flags are granted there (`flagsWith`)
 * and are not offered any more; schools where the person isn't yet stay open to accept or decline.
 */
export async function grantFlags(tx: AuthorizedCtx, invite: OpenInvite, userId: string): Promise<void> {
  await tx.em.execute(
    `delete from high_school_staff_invite i using high_school_staff s
      where i.user_invite_id = ? and s.user_id = ? and s.high_school_id = i.high_school_id`,
    [invite.id, userId],
  );
  if ((await tx.em.count(HighSchoolStaffInviteEntity, { userInvite: invite.id })) > 0) {
    await tx.em.nativeUpdate(UserInviteEntity, { id: invite.id }, { flags: [], updatedAt: tx.now() });
    return;
  }
  await tx.em.nativeDelete(UserInviteEntity, { id: invite.id });
  await recordEvent(tx, { kind: 'invite.accepted', subject: ['INVITE', invite.id], changes: { userId } });
}

/**
 * Accepts an invite for a new account (decisions, section 3, create-account), in the caller's
 * transaction, which keeps the account's row. Effects: the user becomes staff of the schools where they are not yet, the invite and
 * its staff invites are removed, and invite, schools and user get events. The flags (`flagsWith`) are granted where the account is
 * stored.
 */
export async function acceptInvite(tx: AuthorizedCtx, invite: OpenInvite, userId: string): Promise<void> {
  const now = tx.now();
  const held = await tx.em.execute<{ high_school_id: string }[]>(
    'select high_school_id from high_school_staff where user_id = ?',
    [userId],
  );
  const positions = invite.positions.filter(
    ({ highSchoolId }) => !held.some((place) => place.high_school_id === highSchoolId),
  );
  if (positions.length > 0) {
    await tx.em.insertMany(
      HighSchoolStaffEntity,
      positions.map(({ highSchoolId, position }) => ({
        id: randomUUID(),
        highSchool: highSchoolId,
        user: userId,
        position,
        createdAt: now,
        updatedAt: now,
      })),
    );
  }
  await tx.em.nativeDelete(UserInviteEntity, { id: invite.id });
  await recordEvent(tx, { kind: 'invite.accepted', subject: ['INVITE', invite.id], changes: { userId } });
  for (const { highSchoolId, position } of positions) {
    await recordStaffEvent(tx, 'staff.added', { highSchoolId, userId }, { position });
  }
}
