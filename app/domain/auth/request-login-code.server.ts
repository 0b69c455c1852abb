import type { Ctx } from '#app/domain/ctx.server.ts';
import type { LoginInput } from '#app/schemas/auth.ts';
import type { Caller } from './caller.ts';
import { issueCode } from './issue-code.server.ts';

/**
 * Mails a sign-in code to an address, whoever it belongs to (specification, section 7, login; decisions, section 4): ten
 * minutes, one live code an address, five tries. At most 5 codes an address in 15 minutes, then quietly none. Throws
 * RateLimited beyond 20 a client address.
 */
export async function requestLoginCode(ctx: Ctx, input: LoginInput & Caller): Promise<void> {
  await issueCode(ctx, { purpose: 'SIGN_IN', email: input.email, userId: null }, input);
}
