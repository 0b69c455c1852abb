import { createHash, timingSafeEqual } from 'node:crypto';
import { clientNetwork } from '#app/domain/auth/client-network.server.ts';
import { countOnce, presentCount } from '#app/domain/auth/rate-limits.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound, RateLimited, Unauthorized } from '#app/lib/domain-errors.ts';

const WRONG_TOKENS_MAX = 20;
const WINDOW_MINUTES = 15;

/**
 * Lets nobody report returned mail who does not bear the setting's token (decisions, section 6); how long it takes does not tell how
 * much of it was right.
 * @throws NotFound where no token is set
 * @throws Unauthorized for another token
 * @throws RateLimited for any token, once the caller's network sent 20 wrong ones in 15 minutes
 */
export async function assertBearsToken(ctx: Ctx, request: Request, clientAddress: string): Promise<void> {
  const token = ctx.settings.bounceToken;
  if (token === null) throw new NotFound();
  const wrongTokens = {
    what: 'wrong-bounce-tokens',
    whom: clientNetwork(clientAddress),
    windowMinutes: WINDOW_MINUTES,
  };
  const { count, secondsLeft } = await presentCount(ctx, wrongTokens);
  if (count >= WRONG_TOKENS_MAX) {
    throw new RateLimited('Too many incorrect tokens came from your network. Try again later.', secondsLeft);
  }
  const [, borne = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  if (timingSafeEqual(digest(borne), digest(token))) return;
  await countOnce(ctx, wrongTokens);
  throw new Unauthorized();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
