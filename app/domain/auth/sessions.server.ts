import { randomUUID } from 'node:crypto';
import { SESSION_IDLE_HOURS, SESSION_LIFETIME_DAYS } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { storeLastSignIn } from './auth-queries.server.ts';
import { hashOfSecret, newSessionSecret } from './session-secret.server.ts';

export interface Caller {
  readonly clientAddress: string;
  readonly userAgent: string | null;
  /** Cookie secret of a browser that requested a code; null without the cookie. */
  readonly browserSecret?: string | null;
}

interface NewSession {
  /** The user, or the address that someone without an account has proven. */
  readonly owner: { readonly userId: string } | { readonly provenEmail: string };
  readonly client: Caller;
  /** The passkey that was used; null for other ways. */
  readonly passkeyId?: string | null;
  /** The linked identity that was used; null for other ways. */
  readonly identityId?: string | null;
  /** When the person proved who they are; null for now. */
  readonly provenAt?: Date | null;
}

export interface StartedSession {
  readonly id: string;
  /** For the cookie; only a hash is stored. */
  readonly secret: string;
}

const HOUR_MS = 3_600_000;
export const SESSION_IDLE_MS = SESSION_IDLE_HOURS * HOUR_MS;
export const SESSION_LIFETIME_MS = SESSION_LIFETIME_DAYS * 24 * HOUR_MS;

const USER_AGENT_MAX = 300;

/** Starts a session that ends 12 hours after its last use or 7 days after its start (decisions, section 2). */
export async function startSession(
  ctx: Pick<Ctx, 'em' | 'now'>,
  { owner, client, passkeyId = null, identityId = null, provenAt = null }: NewSession,
): Promise<StartedSession> {
  const id = randomUUID();
  const secret = newSessionSecret();
  const now = ctx.now();
  ctx.em.create(SessionEntity, {
    id,
    secretHash: hashOfSecret(secret),
    passkey: passkeyId,
    identity: identityId,
    provenAt,
    user: 'userId' in owner ? owner.userId : null,
    provenEmail: 'provenEmail' in owner ? owner.provenEmail : null,
    clientAddress: client.clientAddress,
    userAgent: client.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    createdAt: now,
    seenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_IDLE_MS),
  });
  await ctx.em.flush();
  if ('userId' in owner) await storeLastSignIn(ctx, owner.userId, now);
  return { id, secret };
}

/** Ends the actor's session, which signs out one browser. Does nothing without a session. */
export async function endSession(ctx: Ctx): Promise<void> {
  const { actor } = ctx;
  if (!('sessionId' in actor) || actor.sessionId === null) return;
  await ctx.em.nativeDelete(SessionEntity, { id: actor.sessionId });
}

/** Ends a user's sessions except the given one. Returns how many it ended. */
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
