import type { Ctx } from '#app/domain/ctx.server.ts';
import type { LoginInput } from '#app/schemas/auth.ts';
import { LoginChallengeEntity } from '#db/entities/login-challenge.ts';
import type { Caller } from './caller.ts';
import { requestCode, type RequestedCode } from './request-code.server.ts';
import { hashOfSecret } from './session-secret.server.ts';

/** A browser that requests a code, which is compared with its tries from then on. */
export type AskingBrowser = Caller & { readonly browserSecret: string };

/**
 * Emails a sign-in code to an address, whoever it belongs to (specification, section 7, login; decisions, section 4): for ten minutes
 * and five tries. At most one email a minute: requests within it share the next one.
 *
 * @throws {RateLimited} beyond 20 requests of a client address in 15 minutes
 */
export async function requestLoginCode(ctx: Ctx, input: LoginInput & AskingBrowser): Promise<RequestedCode> {
  const { email, browserSecret: secret } = input;
  return requestCode(ctx, { purpose: 'SIGN_IN', email, userId: null }, { secret, caller: input });
}

/** The code that the link in an email leads to: its address, and when it was sent. Null for a link that leads to none any more. */
export async function findLinkedCode(
  ctx: Ctx,
  link: string,
): Promise<{ readonly email: string; readonly sentAt: Date } | null> {
  const code = await ctx.em.findOne(LoginChallengeEntity, {
    linkHash: hashOfSecret(link),
    consumedAt: null,
    expiresAt: { $gt: ctx.now() },
  });
  return code === null ? null : { email: code.email, sentAt: code.sendsAt };
}
