import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import type { HighSchoolStaffInvite } from '#db/entities/high-school-staff-invite.ts';
import { lockOpenInvite } from './accept-invite.server.ts';
import { addUserInvite } from './create-invites.server.ts';
import { removeInvite } from './open-invite.server.ts';

interface InviteMove {
  readonly fromEmail: string;
  /** The address of the account that stays. */
  readonly intoEmail: string;
  /** The schools where that account is on the staff, so that it needs no invite. */
  readonly highSchoolIds: readonly string[];
}

/**
 * Moves an address's invites to schools to another address, with events, in the caller's transaction. Removes those to
 * schools where the other account is on the staff, or that have invited it. Never moves flags.
 */
export async function moveInvites(
  tx: AuthorizedCtx,
  { fromEmail, intoEmail, highSchoolIds }: InviteMove,
): Promise<void> {
  const from = await lockOpenInvite(tx, fromEmail);
  const into = await lockOpenInvite(tx, intoEmail);
  const own = into?.staffInvites ?? [];
  const isNeeded = ({ highSchool }: HighSchoolStaffInvite) => !highSchoolIds.includes(highSchool.id);
  const isInvited = ({ highSchool }: HighSchoolStaffInvite) =>
    own.some((part) => part.highSchool.id === highSchool.id);
  const moved = (from?.staffInvites ?? []).filter((part) => isNeeded(part) && !isInvited(part));
  for (const part of own.filter((one) => !isNeeded(one))) {
    tx.em.remove(part);
    recordEvent(tx, 'staff.inviteRemoved', ['HIGH_SCHOOL', part.highSchool.id], { email: intoEmail });
  }
  for (const { highSchool } of from?.staffInvites ?? []) {
    recordEvent(tx, 'staff.inviteRemoved', ['HIGH_SCHOOL', highSchool.id], { email: fromEmail });
  }
  if (moved.length > 0) {
    const target = into?.invite ?? addUserInvite(tx, intoEmail);
    for (const part of moved) {
      tx.em.assign(part, { userInvite: target, updatedAt: tx.now() });
      const { highSchool, position } = part;
      const changes = { email: intoEmail, position };
      recordEvent(tx, 'staff.invited', ['HIGH_SCHOOL', highSchool.id], changes);
    }
  } else if (into?.invite.flags.length === 0 && !own.some(isNeeded)) removeInvite(tx, into.invite);
  await tx.em.flush();
  if (from !== null) removeInvite(tx, from.invite);
  await tx.em.flush();
}
