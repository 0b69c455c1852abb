import { reportAddressChange } from '#app/domain/access-changes/record-access-change.server.ts';
import { revokeAccessTokensOf } from '#app/domain/auth/access-tokens.server.ts';
import { removeIdentityOf } from '#app/domain/auth/linked-identities.server.ts';
import { removePasskeysOf } from '#app/domain/auth/passkeys.server.ts';
import { type Caller, endSessionsOf } from '#app/domain/auth/sessions.server.ts';
import { requireRecentSignIn } from '#app/domain/auth/recent-sign-in.ts';
import {
  consumeEmailChangeCode,
  requestEmailChangeCode,
  verifyEmailChangeCode,
} from '#app/domain/auth/email-change-code.server.ts';
import type { ProvenCode } from '#app/domain/auth/login-codes.server.ts';
import type { RequestedCode } from '#app/domain/auth/request-code.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { lockAddress } from '#app/domain/invites/accept-invite.server.ts';
import { type NoticeEmail, queueNotices } from '#app/domain/notices/queue-notices.server.ts';
import { Conflict, Forbidden, Invalid, VersionConflict } from '#app/lib/domain-errors.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { EmailChange, UserResponse, UserPatch } from '#app/schemas/user.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { getVisibleUser } from './read-users.server.ts';

/**
 * Verifies the actor's own new address; null if no proof is needed: another user's address, or no change
 * (decisions, section 3). Call it before the transaction, because incorrect attempts must stay counted.
 *
 * @throws {Invalid} on ['emailCode'] when the code is missing or incorrect
 * @throws {RateLimited} when no attempts are left
 */
export async function proveNewAddress(
  ctx: Ctx,
  user: UserResponse,
  { email, emailCode }: UserPatch,
): Promise<ProvenCode | null> {
  if (email === undefined || email === user.email || actorId(ctx.actor) !== user.id) return null;
  if (emailCode === undefined) {
    throw new Invalid([{ path: ['emailCode'], message: USER_MESSAGES.codeNeeded }]);
  }
  return verifyEmailChangeCode(ctx, { userId: user.id, email, code: emailCode });
}

/**
 * Applies the effects of a new address before it is stored: emails the old one (and the schools, if an administrator changed
 * it), and ends access tokens, passkeys, the linked identity, and all sessions but the one that proved the address.
 *
 * @throws {Conflict} when another account has the address, ignoring case
 * @throws {VersionConflict} when the actor's address changed after no proof was required
 */
export async function applyEmail(
  tx: Ctx,
  before: UserResponse,
  change: { readonly email: string; readonly proven: ProvenCode | null },
): Promise<void> {
  if (change.proven !== null) await consumeEmailChangeCode(tx, change.proven);
  else if (actorId(tx.actor) === before.id) throw new VersionConflict();
  await lockAddress(tx, change.email);
  const taken = await tx.em.count(UserAccountEntity, { email: change.email, id: { $ne: before.id } });
  if (taken > 0) throw new Conflict(USER_MESSAGES.emailTaken);
  const { actor } = tx;
  await endSessionsOf(
    tx,
    before.id,
    actor.kind === 'user' && actor.id === before.id ? actor.sessionId : null,
  );
  await revokeAccessTokensOf(tx, before.id);
  await removePasskeysOf(tx, before.id);
  await removeIdentityOf(tx, before.id);
  const notice = noticeToOldAddress(tx, before, change.email);
  const isOldAddressNotified = await queueNotices(tx, 'EMAIL_CHANGED', [notice]);
  await reportAddressChange(tx, before, { newEmail: change.email, isOldAddressNotified });
}

function noticeToOldAddress(ctx: Ctx, before: UserResponse, newEmail: string): NoticeEmail {
  const { firstName, lastName, email: oldEmail } = before;
  const changedAt = formatInZone(ctx.now().toISOString(), ctx.settings.timeZone);
  return { to: oldEmail, values: { firstName, lastName, oldEmail, newEmail, changedAt } };
}

/**
 * Emails a code to the actor's new address, which `changeUser` requires (decisions, section 3).
 *
 * @throws {Forbidden} when the account isn't the actor's own
 * @throws {NotFound} when the actor may not see the user
 * @throws {SignInAgain} when the actor's session isn't recent
 * @throws {RateLimited} like `requestEmailChangeCode`
 */
export async function requestEmailChange(
  ctx: Ctx,
  { userId, ...input }: EmailChange & Caller & { readonly userId: string },
): Promise<RequestedCode> {
  const { subject } = await getVisibleUser(ctx, userId);
  authorize(ctx.actor, 'user.editAddress', subject);
  if (actorId(ctx.actor) !== userId) {
    throw new Forbidden(USER_MESSAGES.codeNotNeeded);
  }
  requireRecentSignIn(ctx);
  return requestEmailChangeCode(ctx, input);
}
