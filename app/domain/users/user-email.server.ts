import { reportAddressChange } from '#app/domain/access-changes/record-access-change.server.ts';
import { type Caller, endSessionsOf } from '#app/domain/auth/sessions.server.ts';
import {
  consumeEmailChangeCode,
  requestEmailChangeCode,
  verifyEmailChangeCode,
} from '#app/domain/auth/email-change-code.server.ts';
import type { ProvenCode } from '#app/domain/auth/login-codes.server.ts';
import type { RequestedCode } from '#app/domain/auth/request-code.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { lockAddress } from '#app/domain/invites/accept-invite.server.ts';
import { type NoticeMail, queueNotices } from '#app/domain/notices/notice-text.server.ts';
import { Conflict, Forbidden, Invalid, VersionConflict } from '#app/lib/domain-errors.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { EmailChange, UserAnswer, UserPatch } from '#app/schemas/user.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { getKnownUser } from './read-users.server.ts';

/**
 * The proof that the actor's own new address is theirs; null where none is needed: another's address, or no other one
 * (decisions, section 3). Before the transaction, because wrong tries must stay counted.
 *
 * @throws {Invalid} on ['emailCode'] without a code, or for a wrong one
 * @throws {RateLimited} where no try is left
 */
export async function proveNewAddress(
  ctx: Ctx,
  user: UserAnswer,
  { email, emailCode }: UserPatch,
): Promise<ProvenCode | null> {
  if (email === undefined || email === user.email || actorId(ctx.actor) !== user.id) return null;
  if (emailCode === undefined) {
    throw new Invalid([
      { path: ['emailCode'], message: 'Request a code for the new address, then enter it here.' },
    ]);
  }
  return verifyEmailChangeCode(ctx, { userId: user.id, email, code: emailCode });
}

/**
 * The effects of a new address, before it is stored: the proof is used up, the old address and (for an administrator's
 * change) the person's schools are emailed, and all sessions end but the one that proved the address.
 *
 * @throws {Conflict} where another account has the address, without regard to case
 * @throws {VersionConflict} where one's own address was changed by someone else since no proof was needed
 */
export async function applyEmail(
  tx: Ctx,
  before: UserAnswer,
  change: { readonly email: string; readonly proven: ProvenCode | null },
): Promise<void> {
  if (change.proven !== null) await consumeEmailChangeCode(tx, change.proven);
  else if (actorId(tx.actor) === before.id) throw new VersionConflict();
  await lockAddress(tx, change.email);
  const taken = await tx.em.count(UserAccountEntity, { email: change.email, id: { $ne: before.id } });
  if (taken > 0) throw new Conflict('Another account already has this email address.');
  const { actor } = tx;
  await endSessionsOf(
    tx,
    before.id,
    actor.kind === 'user' && actor.id === before.id ? actor.sessionId : null,
  );
  const notice = noticeToOldAddress(tx, before, change.email);
  const isOldAddressNotified = await queueNotices(tx, 'EMAIL_CHANGED', [notice]);
  await reportAddressChange(tx, before, { newEmail: change.email, isOldAddressNotified });
}

function noticeToOldAddress(ctx: Ctx, before: UserAnswer, newEmail: string): NoticeMail {
  const { firstName, lastName, email: oldEmail } = before;
  const changedAt = formatInZone(ctx.now().toISOString(), ctx.settings.timeZone);
  return { to: oldEmail, values: { firstName, lastName, oldEmail, newEmail, changedAt } };
}

/**
 * Emails a code to the address that the actor wants from now on; `changeUser` asks for it (decisions, section 3).
 *
 * @throws {Forbidden} for an account other than one's own
 * @throws {NotFound} for one the actor may not know
 * @throws {RateLimited} as `requestEmailChangeCode`
 */
export async function requestEmailChange(
  ctx: Ctx,
  { userId, ...input }: EmailChange & Caller & { readonly userId: string },
): Promise<RequestedCode> {
  const { subject } = await getKnownUser(ctx, userId);
  authorize(ctx.actor, 'user.edit', subject);
  if (actorId(ctx.actor) !== userId) {
    throw new Forbidden('A code is only needed to change your own email address.');
  }
  return requestEmailChangeCode(ctx, input);
}
