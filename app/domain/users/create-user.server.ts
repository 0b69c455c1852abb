import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { CreateAccountInput } from '#app/schemas/auth.ts';
import type { UserAnswer } from '#app/schemas/user.ts';
import { addAccount } from './add-account.server.ts';
import { lockAdministrators } from './user-flags.server.ts';

/** An account made for somebody else, by an operator (decisions, section 4: the first administrator). */
export interface NewUser extends CreateAccountInput {
  readonly isAdministrator: boolean;
}

/**
 * Makes an account without its owner having proven the address; whoever receives its email can sign in. Effects: what
 * `addAccount` says; an open invite of the address may make an administrator, too.
 *
 * @throws {Conflict} where the address has an account
 */
export async function createUser(ctx: Ctx, { isAdministrator, ...account }: NewUser): Promise<UserAnswer> {
  authorize(ctx.actor, 'user.editFlags');
  return inTransaction(ctx, async (opened) => {
    await lockAdministrators(opened);
    const tx = await reloadActor(opened, 'user.editFlags');
    return addAccount(tx, { ...account, flags: isAdministrator ? ['ADMIN'] : [], isByOwner: false });
  });
}
