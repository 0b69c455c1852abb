import { startSession } from '#app/domain/auth/sessions.server.ts';
import type { ApplicationParts } from '#app/server/load-context.server.ts';
import { sessionCookieHeader } from '#app/server/cookies.server.ts';

/** Returns the Cookie header of a new session of this user, without signing in by code. */
export async function sessionCookie(
  parts: Pick<ApplicationParts, 'orm' | 'now' | 'settings'>,
  userId: string,
): Promise<string> {
  const { secret } = await startSession(
    { em: parts.orm.em.fork(), now: parts.now },
    { owner: { userId }, client: { clientAddress: '192.0.2.1', userAgent: 'tests' } },
  );
  const header = await sessionCookieHeader(secret, parts.settings);
  return header.slice(0, header.indexOf(';'));
}
