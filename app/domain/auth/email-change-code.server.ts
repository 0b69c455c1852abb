import type { Ctx } from '#app/domain/ctx.server.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import type { EmailChange } from '#app/schemas/user.ts';
import type { Caller } from './caller.ts';
import { issueCode } from './issue-code.server.ts';
import { consumeChallenge } from './login-challenges.server.ts';
import { proveCode, wrongCode } from './prove-code.server.ts';

/** The field of `PATCH users/{id}` that carries the code. */
const FIELD = 'emailCode';

/** An address that its new owner has proved; `consumeEmailChangeCode` uses the proof up. */
export interface ProvenEmailChange {
  readonly userId: string;
  readonly email: string;
  readonly challengeId: string;
}

/**
 * Mails the code that proves the actor's new address to that address (decisions, section 3, PATCH users), under the
 * limits of sign-in codes. Addresses that have an account are answered alike. Throws RateLimited.
 */
export async function requestEmailChangeCode(ctx: Ctx, input: EmailChange & Caller): Promise<void> {
  if (ctx.actor.kind !== 'user') throw new Unauthorized();
  await issueCode(ctx, { purpose: 'CHANGE_EMAIL', email: input.email, userId: ctx.actor.id }, input);
}

/**
 * Compares the code that a user entered for a new address. Call it before the transaction of the change, because a wrong
 * try must stay counted: then hand its answer to `consumeEmailChangeCode` inside. Throws Invalid on ['emailCode'], and
 * RateLimited where no try is left.
 */
export async function verifyEmailChangeCode(
  ctx: Ctx,
  { userId, email, code }: { readonly userId: string; readonly email: string; readonly code: string },
): Promise<ProvenEmailChange> {
  const challengeId = await proveCode(
    ctx,
    { purpose: 'CHANGE_EMAIL', email, userId },
    { code, field: FIELD, caller: { clientAddress: '' }, isOwner: true },
  );
  return { userId, email, challengeId };
}

/** Uses the proof up, in the transaction that changes the address. Throws Invalid where somebody was faster. */
export async function consumeEmailChangeCode(tx: Ctx, proven: ProvenEmailChange): Promise<void> {
  if (!(await consumeChallenge(tx, proven.challengeId))) throw wrongCode(FIELD);
}
