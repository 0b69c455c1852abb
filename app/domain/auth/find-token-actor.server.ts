import type { Ctx } from '#app/domain/ctx.server.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import { ACCESS_TOKEN_MESSAGES } from '#app/messages/access-token-messages.ts';
import { findTokenOwner } from './auth-queries.server.ts';
import { clientNetwork } from './client-network.server.ts';
import type { FoundActor } from './find-actor.server.ts';
import { limitRate } from './rate-limits.server.ts';
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
  const owner = await findTokenOwner(ctx, hashOfSecret(secret), { now, usedUntil });
  if (owner === null) {
    const wrong = { name: 'wrong-access-tokens', subject: clientNetwork(clientAddress), max: WRONG_MAX };
    const message = () => ACCESS_TOKEN_MESSAGES.tooManyWrong;
    await limitRate(ctx, { ...wrong, windowMinutes: WINDOW_MINUTES, message });
    throw new Unauthorized();
  }
  const { tokenId, tokenName, scopes, settingsVersion, userId, ...person } = owner;
  const message = () => ACCESS_TOKEN_MESSAGES.tooManyRequests;
  const limited = { name: 'access-token', subject: tokenId, max: REQUESTS_MAX, message };
  await limitRate(ctx, { ...limited, windowMinutes: WINDOW_MINUTES });
  const token = { id: tokenId, name: tokenName, scopes };
  return { actor: { kind: 'user', id: userId, ...person, sessionId: null, token }, settingsVersion };
}
