import type { Ctx } from '#app/domain/ctx.server.ts';
import { RateLimited, Unauthorized } from '#app/lib/domain-errors.ts';
import { ACCESS_TOKEN_MESSAGES } from '#app/lib/messages/access-token-messages.ts';
import { findTokenOwner } from './auth-queries.server.ts';
import { clientNetwork } from './client-network.server.ts';
import type { FoundActor } from './find-actor.server.ts';
import { countOnce, type WindowCount } from './rate-limits.server.ts';
import { hashOfSecret } from './session-secret.server.ts';

/** Minimum interval between updates of a token's last use. */
const USED_MS = 60_000;
const WINDOW_MINUTES = 5;
/** Requests per token and window: five a second for five minutes. */
const REQUESTS_MAX = 1500;
const WRONG_MAX = 20;

/**
 * Finds the person of an access token and records its use.
 * @throws {Unauthorized} for an unknown, expired, or revoked token, and for a deleted account
 * @throws {RateLimited} after too many requests with this token, or incorrect tokens from the network
 */
export async function findTokenActor(ctx: Ctx, secret: string, clientAddress: string): Promise<FoundActor> {
  const now = ctx.now();
  const usedUntil = new Date(now.getTime() - USED_MS);
  const owner = await findTokenOwner(ctx.em, hashOfSecret(secret), { now, usedUntil });
  if (owner === null) {
    const wrong = { what: 'wrong-access-tokens', whom: clientNetwork(clientAddress) };
    assertFewer(await countOnce(ctx, { ...wrong, windowMinutes: WINDOW_MINUTES }), {
      max: WRONG_MAX,
      message: ACCESS_TOKEN_MESSAGES.tooManyWrong,
    });
    throw new Unauthorized();
  }
  const { tokenId, tokenName, scopes, settingsVersion, userId, ...person } = owner;
  assertFewer(await countOnce(ctx, { what: 'access-token', whom: tokenId, windowMinutes: WINDOW_MINUTES }), {
    max: REQUESTS_MAX,
    message: ACCESS_TOKEN_MESSAGES.tooManyRequests,
  });
  const token = { id: tokenId, name: tokenName, scopes };
  return { actor: { kind: 'user', id: userId, ...person, sessionId: null, token }, settingsVersion };
}

function assertFewer(
  { count, secondsLeft }: WindowCount,
  { max, message }: { readonly max: number; readonly message: string },
): void {
  if (count > max) throw new RateLimited(message, secondsLeft);
}
