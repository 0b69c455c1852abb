import type { Ctx } from '#app/domain/ctx.server.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import type { Actor, UserActor } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { GeneralAbility } from '#app/policy/rules.ts';
import type { UserFlag } from '#app/schemas/enums.ts';

const AUTHORIZED = Symbol('authorized');

/** A transaction's Ctx whose actor was reloaded and asked for permission inside it. Events can be recorded with no other. */
export interface AuthorizedCtx extends Ctx {
  readonly [AUTHORIZED]: true;
}

/** An ability that concerns no single subject, or a check that throws where the actor may not. */
export type PermissionCheck = GeneralAbility | ((actor: Actor) => void);

interface RightsRow {
  first_name: string;
  last_name: string;
  email: string;
  flags: UserFlag[];
  high_school_ids: string[];
}

/**
 * Reads the actor's rights once more and asks for permission, after the subject is locked. The account and its staff rows stay
 * locked for share: whoever takes these rights away waits for this transaction, or this one has waited for them.
 *
 * @throws {Unauthorized} where the account was deleted meanwhile, and whatever the check throws
 */
export async function reloadActor(tx: Ctx, check: PermissionCheck): Promise<AuthorizedCtx> {
  const actor = tx.actor.kind === 'user' ? await readActor(tx, tx.actor, 'for share') : tx.actor;
  ask(actor, check);
  return { ...tx, actor, [AUTHORIZED]: true };
}

/**
 * The same without holding the rights: for exports, which finish once they have begun.
 *
 * @throws as `reloadActor`
 */
export async function askAgain(tx: Ctx, check: PermissionCheck): Promise<void> {
  ask(tx.actor.kind === 'user' ? await readActor(tx, tx.actor, '') : tx.actor, check);
}

function ask(actor: Actor, check: PermissionCheck): void {
  if (typeof check === 'string') authorize(actor, check);
  else check(actor);
}

/** Both locks in one statement, the account first; neither joins, so each gives the row as it is after the wait. */
async function readActor(tx: Ctx, actor: UserActor, lock: 'for share' | ''): Promise<UserActor> {
  if (!tx.em.isInTransaction()) throw new Error('Rights are only certain inside a transaction.');
  const [row] = await tx.em.execute<RightsRow[]>(
    `with account as materialized (
       select first_name, last_name, email, flags from user_account where id = ? ${lock}),
     membership as materialized (
       select high_school_id from high_school_staff where user_id = ? order by id ${lock})
     select account.*, array(select high_school_id::text from membership order by 1) as high_school_ids
       from account`,
    [actor.id, actor.id],
  );
  if (row === undefined || row.flags.includes('DELETED')) throw new Unauthorized();
  const { first_name: firstName, last_name: lastName, email, flags, high_school_ids: highSchoolIds } = row;
  return { ...actor, firstName, lastName, email, flags, highSchoolIds };
}
