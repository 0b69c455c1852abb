import type { Ctx } from '#app/domain/ctx.server.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import type { EmailChange } from '#app/schemas/user.ts';
import type { Caller } from './sessions.server.ts';
import { consumeCode, type ProvenCode } from './login-codes.server.ts';
import { proveCode, wrongCode } from './prove-code.server.ts';
import { requestCode, type RequestedCode } from './request-code.server.ts';

const FIELD = 'emailCode';

const requesterOf = (userId: string) => `user ${userId}`;

/**
 * Emails a code to the actor's new address (decisions, section 3, PATCH users), limited like sign-in codes.
 * Addresses that already have an account aren't treated differently.
 *
 * @throws {Unauthorized} when the actor isn't signed in
 * @throws {RateLimited} like `requestCode`
 */
export async function requestEmailChangeCode(ctx: Ctx, input: EmailChange & Caller): Promise<RequestedCode> {
  if (ctx.actor.kind !== 'user') throw new Unauthorized();
  const { id } = ctx.actor;
  return requestCode(
    ctx,
    { purpose: 'CHANGE_EMAIL', email: input.email, userId: id },
    { secret: requesterOf(id), caller: input },
  );
}

/**
 * Checks the code for a new address. Call it before the transaction, so incorrect attempts stay counted.
 *
 * @throws {Invalid} on ['emailCode'] when the code is incorrect
 * @throws {RateLimited} when no attempts are left
 */
export async function verifyEmailChangeCode(
  ctx: Ctx,
  { userId, email, code }: { readonly userId: string; readonly email: string; readonly code: string },
): Promise<ProvenCode> {
  return proveCode(
    ctx,
    { purpose: 'CHANGE_EMAIL', email, userId },
    { code, field: FIELD, requesterSecret: requesterOf(userId) },
  );
}

/**
 * Uses up the code, in the transaction that changes the address.
 *
 * @throws {Invalid} when the code has been used in the meantime
 */
export async function consumeEmailChangeCode(tx: Ctx, proven: ProvenCode): Promise<void> {
  if (!(await consumeCode(tx, proven))) throw wrongCode(FIELD);
}
