import { browserInWords } from '#app/domain/auth/browser-name.ts';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { endSessionsOf } from '#app/domain/auth/sessions.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { getKnownUser } from '#app/domain/users/get-user.server.ts';
import { lockUser } from '#app/domain/users/user-rows.server.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize, authorizeToKnow } from '#app/policy/authorize.ts';
import type { OfUser } from '#app/policy/rules.ts';
import type { SessionAnswer } from '#app/schemas/user-screens.ts';

interface SessionRow {
  id: string;
  user_agent: string | null;
  created_at: string;
  seen_at: string;
}

/**
 * Where a user is signed in, the last used first: for administrators and the user. Says nothing that would open a session. Throws
 * NotFound for a user the actor may not know, Forbidden for a colleague.
 */
export async function listSessions(ctx: Ctx, userId: string): Promise<SessionAnswer[]> {
  await authorizeSessions(ctx, userId);
  const rows = await ctx.em.execute<SessionRow[]>(
    `select id, user_agent, created_at, seen_at from session
      where user_id = ? and expires_at > ? order by seen_at desc, id limit 100`,
    [userId, ctx.now()],
  );
  const own = ctx.actor.kind === 'user' ? ctx.actor.sessionId : null;
  return rows.map((row) => ({
    id: row.id,
    browser: browserInWords(row.user_agent),
    startedAt: toIso(row.created_at),
    seenAt: toIso(row.seen_at),
    isThis: row.id === own,
  }));
}

/**
 * Signs a user out everywhere, with an event; of one's own sessions the present one stays. Answers how many ended. Throws like
 * `listSessions`.
 */
export async function endAllSessions(ctx: Ctx, userId: string): Promise<number> {
  const subject = await authorizeSessions(ctx, userId);
  const { actor } = ctx;
  const kept = actor.kind === 'user' && actorId(actor) === userId ? actor.sessionId : null;
  return inTransaction(ctx, async (opened) => {
    await lockUser(opened, userId);
    const tx = await reloadActor(opened, (current) => {
      authorizeToKnow(current, 'user.read', subject);
      authorize(current, 'user.edit', subject);
    });
    const ended = await endSessionsOf(tx, userId, kept);
    if (ended > 0) {
      await recordEvent(tx, {
        kind: 'user.signedOut',
        subject: ['USER', userId],
        changes: { sessions: ended },
      });
    }
    return ended;
  });
}

async function authorizeSessions(ctx: Ctx, userId: string): Promise<OfUser> {
  const { subject } = await getKnownUser(ctx, userId);
  authorize(ctx.actor, 'user.edit', subject);
  return subject;
}
