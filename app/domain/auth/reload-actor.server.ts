import type { EntityName, FilterQuery } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import type { Actor, UserActor } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { GeneralAbility } from '#app/policy/rules.ts';
import { readRights } from './auth-queries.server.ts';

const AUTHORIZED = Symbol('authorized');

/** A transaction's Ctx whose actor was reloaded and asked for permission inside it. Events can be recorded with no other. */
export interface AuthorizedCtx extends Ctx {
  readonly [AUTHORIZED]: true;
}

/** An ability that concerns no single subject, or a check that throws where the actor may not. */
export type PermissionCheck = GeneralAbility | ((actor: Actor) => void);

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
 * Locks the row of this id until the transaction ends, then asks for permission like `reloadActor`.
 *
 * @throws {NotFound} where there is no such row, and as `reloadActor`
 */
export async function lockAuthorized<Entity extends { id: string }>(
  opened: Ctx,
  entity: EntityName<Entity>,
  id: string,
  check: PermissionCheck,
): Promise<{ readonly tx: AuthorizedCtx; readonly row: Entity }> {
  const row = await lockRow(opened, entity, { id } as FilterQuery<Entity>, 'update');
  const tx = await reloadActor(opened, check);
  if (row === null) throw new NotFound();
  return { tx, row };
}

/**
 * Like `reloadActor` without holding the rights: for exports, which finish once they have begun.
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

async function readActor(tx: Ctx, actor: UserActor, lock: 'for share' | ''): Promise<UserActor> {
  if (!tx.em.isInTransaction()) throw new Error('Rights are only certain inside a transaction.');
  const rights = await readRights(tx.em, actor.id, lock);
  if (rights === null || rights.flags.includes('DELETED')) throw new Unauthorized();
  return { ...actor, ...rights };
}
