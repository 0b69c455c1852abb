import { formatBrowser } from '#app/domain/auth/browser-name.ts';
import { requireRecentSignIn } from '#app/domain/auth/recent-sign-in.ts';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { getVisibleUser, reloadSubject } from '#app/domain/users/read-users.server.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize, authorizeToSee } from '#app/policy/authorize.ts';
import { type SessionResponse, SessionResponseSchema } from '#app/schemas/user-screens.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

const SESSIONS_MAX = 100;

/**
 * Returns a user's sessions, most recently used first. For administrators and the user.
 *
 * @throws {NotFound} when the actor may not see the user
 * @throws {Forbidden} when the user is a colleague
 */
export async function listSessions(ctx: Ctx, userId: string): Promise<SessionResponse[]> {
  await authorizeSessions(ctx, userId);
  const sessions = await ctx.em.find(
    SessionEntity,
    { user: userId, expiresAt: { $gt: ctx.now() } },
    { orderBy: { seenAt: 'desc', id: 'asc' }, limit: SESSIONS_MAX, disableIdentityMap: true },
  );
  const own = ctx.actor.kind === 'user' ? ctx.actor.sessionId : null;
  return sessions.map(({ id, userAgent, createdAt: startedAt, seenAt }) => {
    const browser = formatBrowser(userAgent ?? null);
    return SessionResponseSchema.parse({ id, browser, startedAt, seenAt, isThis: id === own });
  });
}

interface SessionsToEnd {
  readonly userId: string;
  /** Only this session; by default all of them. */
  readonly sessionId?: string | undefined;
}

/**
 * Ends one or all of a user's sessions except the actor's current one, and records an event. Returns how many it ended.
 *
 * @throws {NotFound} when the actor may not see the user
 * @throws {Forbidden} when the user is a colleague
 * @throws {SignInAgain} when the actor's session isn't recent
 */
export async function endSessions(ctx: Ctx, { userId, sessionId }: SessionsToEnd): Promise<number> {
  await authorizeSessions(ctx, userId);
  const { actor } = ctx;
  const currentSession = actor.kind === 'user' && actorId(actor) === userId ? actor.sessionId : null;
  return inTransaction(ctx, async (opened) => {
    await lockRow(opened, UserAccountEntity, { id: userId });
    const subject = await reloadSubject(opened, userId);
    const tx = await reloadActor(opened, (current) => {
      authorizeToSee(current, 'user.read', subject);
      authorize(current, 'user.endSessions', subject);
    });
    requireRecentSignIn(tx);
    const ended = await tx.em.nativeDelete(SessionEntity, {
      $and: [
        { user: userId },
        sessionId === undefined ? {} : { id: sessionId },
        currentSession === null ? {} : { id: { $ne: currentSession } },
      ],
    });
    if (ended > 0) {
      recordEvent(tx, 'user.signedOut', ['USER', userId], { sessions: ended });
    }
    return ended;
  });
}

async function authorizeSessions(ctx: Ctx, userId: string): Promise<void> {
  const { subject } = await getVisibleUser(ctx, userId);
  authorize(ctx.actor, 'user.endSessions', subject);
}
