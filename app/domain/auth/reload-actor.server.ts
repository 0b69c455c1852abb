import type { EntityName, FilterQuery } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { NotFound, Unauthorized, VersionConflict } from '#app/lib/domain-errors.ts';
import { type ExpectedVersions, matchesVersion } from '#app/lib/versions.ts';
import type { Actor, UserActor } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { GeneralAbility } from '#app/policy/rules.ts';
import { AccessTokenEntity } from '#db/entities/access-token.ts';
import { replacesPasskey, rightsByPasskey } from './find-actor.server.ts';
import { hasApprovedPasskey, readIdentityIssuer, readRights } from './auth-queries.server.ts';

const AUTHORIZED = Symbol('authorized');

/** A transaction's Ctx whose actor was reloaded and authorized in the transaction. Required to record events. */
export interface AuthorizedCtx extends Ctx {
  readonly [AUTHORIZED]: true;
}

/** A general ability, or a check that throws when the actor lacks permission. */
export type PermissionCheck = GeneralAbility | ((actor: Actor) => void);

/**
 * Reloads the actor's rights and checks permission; call it after locking the subject. Locks the account, its staff
 * rows, and its access token for share, so that none is revoked before the transaction ends.
 *
 * @throws {Unauthorized} when the account has been deleted or the access token revoked; also throws what the check throws
 */
export async function reloadActor(tx: Ctx, check: PermissionCheck): Promise<AuthorizedCtx> {
  const actor = tx.actor.kind === 'user' ? await readActor(tx, tx.actor, 'for share') : tx.actor;
  assertPermitted(actor, check);
  return { ...tx, actor, [AUTHORIZED]: true };
}

/**
 * Locks the row with this id until the transaction ends, then checks permission like `reloadActor`.
 *
 * @throws {NotFound} when there is no such row; also throws what `reloadActor` throws
 * @throws {VersionConflict} when `ifMatch` doesn't match its version
 */
export async function lockAuthorized<Entity extends { id: string; version?: number }>(
  opened: Ctx,
  entity: EntityName<Entity>,
  id: string,
  check: PermissionCheck,
  ifMatch: ExpectedVersions = null,
): Promise<{ readonly tx: AuthorizedCtx; readonly row: Entity }> {
  const row = await lockRow(opened, entity, { id } as FilterQuery<Entity>, 'update');
  const tx = await reloadActor(opened, check);
  if (row === null) throw new NotFound();
  if (!matchesVersion(ifMatch, row.version ?? 0)) throw new VersionConflict();
  return { tx, row };
}

/**
 * Like `reloadActor`, but without locking the rights. For exports, which finish once they have started.
 *
 * @throws {Unauthorized} when the account has been deleted or the access token revoked; also throws what the check throws
 */
export async function recheckPermission(tx: Ctx, check: PermissionCheck): Promise<void> {
  assertPermitted(tx.actor.kind === 'user' ? await readActor(tx, tx.actor, '') : tx.actor, check);
}

function assertPermitted(actor: Actor, check: PermissionCheck): void {
  if (typeof check === 'string') authorize(actor, check);
  else check(actor);
}

async function readActor(tx: Ctx, actor: UserActor, lock: 'for share' | ''): Promise<UserActor> {
  if (!tx.em.isInTransaction()) throw new Error('Permissions must be reloaded inside a transaction.');
  const rights = await readRights(tx, actor.id, lock);
  if (rights === null || rights.flags.includes('DELETED')) throw new Unauthorized();
  const { token } = actor;
  if (token !== undefined && !(await isActive(tx, token.id, lock))) throw new Unauthorized();
  const keyLock = lock === '' ? '' : 'for key share';
  const { passkey: _previous, ...person } = actor;
  return { ...person, ...rights, ...(await sessionRights(tx, { actor, flags: rights.flags, keyLock })) };
}

/** Checks again what started the session: a passkey or linked identity may have been removed or approved since. */
async function sessionRights(
  tx: Ctx,
  {
    actor: { sessionId, passkey },
    flags,
    keyLock,
  }: {
    readonly actor: UserActor;
    readonly flags: UserActor['flags'];
    readonly keyLock: 'for key share' | '';
  },
): Promise<Partial<Pick<UserActor, 'flags' | 'passkey'>>> {
  const mayMatter = passkey === 'USED' || (tx.settings.requirePasskey !== 'off' && flags.includes('ADMIN'));
  if (sessionId === null || !mayMatter) return {};
  const isProven =
    (await hasApprovedPasskey(tx, sessionId, keyLock)) ||
    replacesPasskey(tx.settings, await readIdentityIssuer(tx, sessionId, keyLock));
  return rightsByPasskey(flags, isProven, tx.settings);
}

/** Returns whether a token is still active. With a lock, it can't be revoked before the transaction ends. */
async function isActive(tx: Ctx, id: string, lock: 'for share' | ''): Promise<boolean> {
  const active = { id, expiresAt: { $gt: tx.now() } };
  if (lock === '') return (await tx.em.count(AccessTokenEntity, active)) > 0;
  return (await lockRow(tx, AccessTokenEntity, active, 'keyShare')) !== null;
}
