import type { Caller } from '#app/domain/auth/caller.ts';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import type { Actor, NewcomerActor } from '#app/policy/actor.ts';
import type { CreateAccountInput } from '#app/schemas/auth.ts';
import type { UserAnswer } from '#app/schemas/user.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { addAccount } from './add-account.server.ts';

export interface CreatedAccount {
  readonly user: UserAnswer;
  /** For the cookie; the newcomer's session is gone. */
  readonly sessionSecret: string;
}

/**
 * Creates the account of the address that the caller has just proved (specification, section 7, create-account), in one transaction:
 * what `addAccount` says; the address's newcomer sessions end and a session of the user starts.
 *
 * @throws {Forbidden} without a proof or for another address than the proven one
 * @throws {Conflict} where the account exists by now
 */
export async function createAccount(ctx: Ctx, input: CreateAccountInput & Caller): Promise<CreatedAccount> {
  assertProven(ctx.actor, input.email);
  return inTransaction(ctx, async (opened) => {
    const tx = await reloadActor(opened, (actor) => assertProven(actor, input.email));
    const user = await addAccount(tx, { ...input, flags: [], isByOwner: true });
    await tx.em.nativeDelete(SessionEntity, { provenEmail: user.email });
    const session = await startSession(tx, { owner: { userId: user.id }, client: input });
    return { user, sessionSecret: session.secret };
  });
}

function assertProven(actor: Actor, email: string): asserts actor is NewcomerActor {
  if (actor.kind === 'user') throw new Forbidden('You are signed in: your account exists already.');
  if (actor.kind !== 'newcomer') {
    throw new Forbidden('Sign in with a code first: an account is created for the address that received it.');
  }
  if (actor.email !== email) {
    throw new Forbidden('The account can only be created for the address that you signed in with.');
  }
}
