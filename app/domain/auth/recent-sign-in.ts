import { RECENT_SIGN_IN_MINUTES } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { SignInAgain } from '#app/lib/domain-errors.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';

const RECENT_MS = RECENT_SIGN_IN_MINUTES * 60_000;

/**
 * Requires a session that started recently, with a code or a passkey. Access tokens, commands, and jobs have no session,
 * so this doesn't apply to them.
 * @throws {SignInAgain} when it started 30 minutes ago or earlier
 */
export function requireRecentSignIn({ actor, now }: Pick<Ctx, 'actor' | 'now'>): void {
  if (actor.kind !== 'user' || actor.sessionId === null) return;
  const { signedInAt } = actor;
  if (signedInAt !== undefined && now().getTime() - signedInAt.getTime() < RECENT_MS) return;
  throw new SignInAgain(USER_MESSAGES.signInAgain(RECENT_SIGN_IN_MINUTES));
}
