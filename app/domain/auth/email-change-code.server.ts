import type { Ctx } from '#app/domain/ctx.server.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import type { EmailChange } from '#app/schemas/user.ts';
import type { Caller } from './sessions.server.ts';
import { consumeCode, type ProvenCode } from './login-codes.server.ts';
import { proveCode, wrongCode } from './prove-code.server.ts';
import { requestCode, type RequestedCode } from './request-code.server.ts';

/** The field of `PATCH users/{id}` that carries the code. */
const FIELD = 'emailCode';

/** Codes belong to the user who asked, in whatever browser. */
const requesterOf = (userId: string) => `user ${userId}`;

/**
 * Emails the code that proves the actor's new address to that address (decisions, section 3, PATCH users), under the limits of
 * sign-in codes. Addresses that have an account get the same answer.
 *
 * @throws {Unauthorized} where nobody is signed in
 * @throws {RateLimited} as `requestCode`
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
 * Compares the code that a user entered for a new address. Call it before the transaction of the change, because a wrong
 * try must stay counted; then pass its answer to `consumeEmailChangeCode` inside.
 *
 * @throws {Invalid} on ['emailCode'] for a code that doesn't fit
 * @throws {RateLimited} where no try is left
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
 * Uses the proof up, in the transaction that changes the address.
 *
 * @throws {Invalid} where the code was used meanwhile
 */
export async function consumeEmailChangeCode(tx: Ctx, proven: ProvenCode): Promise<void> {
  if (!(await consumeCode(tx, proven))) throw wrongCode(FIELD);
}
