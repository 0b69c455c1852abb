import { INVITE_RESEND_MINUTES, STAFF_INVITES_A_DAY } from '#app/config/constants.ts';
import { countOnce } from '#app/domain/auth/rate-limits.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { RateLimited } from '#app/lib/domain-errors.ts';
import { INVITE_MESSAGES } from '#app/lib/messages/invite-messages.ts';
import { actorId, isAdmin } from '#app/policy/actor.ts';

const DAY_MINUTES = 24 * 60;

/**
 * Counts an invite to a school in the caller's transaction, so that a failed one doesn't count.
 * Administrators have no limit.
 * @throws {RateLimited} after fifty invites in 24 hours
 */
export async function admitStaffInvite(tx: Ctx): Promise<void> {
  const id = actorId(tx.actor);
  if (id === null || isAdmin(tx.actor)) return;
  const { count, secondsLeft } = await countOnce(tx, {
    what: 'staff-invites',
    whom: id,
    windowMinutes: DAY_MINUTES,
  });
  if (count <= STAFF_INVITES_A_DAY) return;
  const hours = Math.ceil(secondsLeft / 3600);
  throw new RateLimited(INVITE_MESSAGES.tooMany(STAFF_INVITES_A_DAY, hours), secondsLeft);
}

/**
 * Counts a resent invite in the caller's transaction.
 *
 * @throws {RateLimited} less than a minute after the invite was last sent
 */
export async function admitResend(tx: Ctx, inviteId: string): Promise<void> {
  const { count, secondsLeft } = await countOnce(tx, {
    what: 'invite-resent',
    whom: inviteId,
    windowMinutes: INVITE_RESEND_MINUTES,
  });
  if (count === 1) return;
  throw new RateLimited(INVITE_MESSAGES.justSent(secondsLeft), secondsLeft);
}
