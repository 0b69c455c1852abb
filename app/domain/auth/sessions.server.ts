import { randomUUID } from 'node:crypto';
import { SESSION_IDLE_HOURS, SESSION_LIFETIME_DAYS } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { storeLastSignIn } from './auth-queries.server.ts';
import { hashOfSecret, newSessionSecret } from './session-secret.server.ts';

/** Who is at the other end of a sign-in request, as far as HTTP tells. */
export interface Caller {
  readonly clientAddress: string;
  readonly userAgent: string | null;
  /** The secret in the cookie of a browser that requested a code; null without the cookie. */
  readonly browserSecret?: string | null;
}

/** Whose session: a user's, or that of someone who proved an address and has no account yet. */
export type SessionOwner = { readonly userId: string } | { readonly provenEmail: string };

export interface StartedSession {
  readonly id: string;
  /** For the cookie; only its hash is stored. */
  readonly secret: string;
}

const HOUR_MS = 3_600_000;
export const SESSION_IDLE_MS = SESSION_IDLE_HOURS * HOUR_MS;
export const SESSION_LIFETIME_MS = SESSION_LIFETIME_DAYS * 24 * HOUR_MS;

const USER_AGENT_MAX = 300;

/**
 * Starts a session (decisions, section 2): it ends 12 hours after its last use, and 7 days after its start. A user's account
 * keeps the moment, for those who ask when a school was last here.
 */
export async function startSession(
  ctx: Pick<Ctx, 'em' | 'now'>,
  { owner, client }: { readonly owner: SessionOwner; readonly client: Caller },
): Promise<StartedSession> {
  const id = randomUUID();
  const secret = newSessionSecret();
  const now = ctx.now();
  ctx.em.create(SessionEntity, {
    id,
    secretHash: hashOfSecret(secret),
    user: 'userId' in owner ? owner.userId : null,
    provenEmail: 'provenEmail' in owner ? owner.provenEmail : null,
    clientAddress: client.clientAddress,
    userAgent: client.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    createdAt: now,
    seenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_IDLE_MS),
  });
  await ctx.em.flush();
  if ('userId' in owner) await storeLastSignIn(ctx.em, owner.userId, now);
  return { id, secret };
}

/** Ends the session of the actor, whatever it is; for logging out. */
export async function endSession(ctx: Ctx): Promise<void> {
  const { actor } = ctx;
  if (!('sessionId' in actor) || actor.sessionId === null) return;
  await ctx.em.nativeDelete(SessionEntity, { id: actor.sessionId });
}

/**
 * Ends every session of a user, in the caller's transaction: on deletion, and on a change of address, where the session
 * that proved the new one (`exceptSessionId`) stays. Answers how many ended.
 */
export async function endSessionsOf(
  ctx: Pick<Ctx, 'em'>,
  userId: string,
  exceptSessionId: string | null = null,
): Promise<number> {
  return ctx.em.nativeDelete(SessionEntity, {
    user: userId,
    ...(exceptSessionId === null ? {} : { id: { $ne: exceptSessionId } }),
  });
}
