import { MAX_BODY_BYTES } from '#app/config/constants.ts';
import { clientNetwork } from '#app/domain/auth/client-network.server.ts';
import { countOnce, currentCount } from '#app/domain/auth/rate-limits.server.ts';
import { recordBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound, RateLimited, Unauthorized } from '#app/lib/domain-errors.ts';
import { BounceReportSchema } from '#app/schemas/email.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { hasBearerToken } from '#app/server/bearer-token.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { parseBody } from '#app/server/parse-input.server.ts';
import { readJson } from '#app/server/read-body.server.ts';

const WRONG_TOKENS_MAX = 20;
const WINDOW_MINUTES = 15;
const REPORT_LIMITS = { maxBytes: MAX_BODY_BYTES, maxKeys: 10 };

const api = apiRoute({
  POST: endpoint({
    operation: {
      id: 'reportBounce',
      summary: 'Report a bounced email',
      description:
        'For the program that reads the bounce mailbox. Requires the token in the BOUNCE_TOKEN setting.',
      example: { email: 'gone@school.example.org', reason: '550 5.1.1 No such user' },
      body: BounceReportSchema,
      security: 'bounceToken',
    },
    ability: 'public',
    status: 204,
    // Reads the body after checking the token, so that other callers learn nothing about it.
    handle: async ({ ctx, request, clientAddress }) => {
      await assertHasBearerToken(ctx, request, clientAddress);
      const report = parseBody(BounceReportSchema, await readJson(request, REPORT_LIMITS));
      await recordBounce(ctx, { ...report, source: 'REPORT' });
    },
  }),
});

export const loader = api.loader;
export const action = api.action;

/**
 * Checks the bearer token (decisions, section 6).
 * @throws {NotFound} when no token is set
 * @throws {Unauthorized} for another token
 * @throws {RateLimited} after 20 wrong tokens from the client's network in 15 minutes, even for the right one
 */
async function assertHasBearerToken(ctx: Ctx, request: Request, clientAddress: string): Promise<void> {
  const token = ctx.settings.bounceToken;
  if (token === null) throw new NotFound();
  const wrongTokens = {
    name: 'wrong-bounce-tokens',
    subject: clientNetwork(clientAddress),
    windowMinutes: WINDOW_MINUTES,
  };
  const { count, secondsLeft } = await currentCount(ctx, wrongTokens);
  if (count >= WRONG_TOKENS_MAX) {
    throw new RateLimited(
      'Too many incorrect tokens were sent from your network. Try again later.',
      secondsLeft,
    );
  }
  if (hasBearerToken(request.headers.get('Authorization'), token)) return;
  await countOnce(ctx, wrongTokens);
  throw new Unauthorized();
}
