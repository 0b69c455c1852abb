import {
  DAY_MINUTES,
  INVITE_DAYS,
  INVITE_RESEND_MINUTES,
  STAFF_INVITES_A_DAY,
} from '#app/config/constants.ts';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { limitRate } from '#app/domain/auth/rate-limits.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { INVITE_MESSAGES } from '#app/messages/invite-messages.ts';
import { daysAfter } from '#app/lib/time/expiry.ts';
import { actorId, isAdmin } from '#app/policy/actor.ts';
import type { UserInvite } from '#db/entities/user-invite.ts';

/** Returns when an invite that is sent now expires. */
export function inviteExpiry({ now }: Pick<Ctx, 'now'>): Date {
  return daysAfter(now(), INVITE_DAYS);
}

/**
 * Returns when a part for a school that is sent now expires. Its invite then expires with it, unless it grants
 * flags, which only administrators may offer anew.
 */
export function renewExpiry(tx: AuthorizedCtx, invite: UserInvite): Date {
  const expiresAt = inviteExpiry(tx);
  if (invite.flags.length === 0) tx.em.assign(invite, { expiresAt, updatedAt: tx.now() });
  return expiresAt;
}

/**
 * Counts an invite to a school in the caller's transaction, so that a failed one doesn't count.
 * Administrators have no limit.
 * @throws {RateLimited} after fifty invites in 24 hours
 */
export async function limitStaffInvites(tx: Ctx): Promise<void> {
  const id = actorId(tx.actor);
  if (id === null || isAdmin(tx.actor)) return;
  await limitRate(tx, {
    ...{ name: 'staff-invites', subject: id, windowMinutes: DAY_MINUTES, max: STAFF_INVITES_A_DAY },
    message: (seconds) => INVITE_MESSAGES.tooMany(STAFF_INVITES_A_DAY, Math.ceil(seconds / 3600)),
  });
}

/**
 * Counts a resent invite in the caller's transaction.
 *
 * @throws {RateLimited} less than a minute after the invite was last sent
 */
export async function limitResends(tx: Ctx, inviteId: string): Promise<void> {
  await limitRate(tx, {
    ...{ name: 'invite-resent', subject: inviteId, windowMinutes: INVITE_RESEND_MINUTES, max: 1 },
    message: INVITE_MESSAGES.justSent,
  });
}
