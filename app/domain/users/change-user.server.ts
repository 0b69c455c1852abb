import type { ProvenEmailChange } from '#app/domain/auth/email-change-code.server.ts';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { type Changes, changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { flagsWith, grantFlags, lockOpenInvite } from '#app/domain/invites/accept-invite.server.ts';
import { Conflict, Forbidden, Invalid, NotFound, Stale } from '#app/lib/domain-errors.ts';
import { presentFields } from '#app/lib/records.ts';
import { isSeen, type SeenVersions } from '#app/lib/seen-versions.ts';
import type { Actor } from '#app/policy/actor.ts';
import { authorize, authorizeToKnow, can } from '#app/policy/authorize.ts';
import type { OfUser } from '#app/policy/rules.ts';
import { USER_FLAGS, type UserFlag } from '#app/schemas/enums.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import type { UserAnswer, UserPatch } from '#app/schemas/user.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { getKnownUser } from './get-user.server.ts';
import { applyEmail, proveNewAddress } from './user-email.server.ts';
import { applyFlags, lockAdministrators } from './user-flags.server.ts';
import { lockUser, USER_COLUMNS, type UserRow, userOfRow } from './user-rows.server.ts';

/**
 * Changes the fields of a user that the patch names: administrators anybody's, others their own and not their flags
 * (decisions, section 3). Effects, in one transaction: what `applyFlags` and `applyEmail` say, and an event, unless
 * nothing changes. The flags of an open invite of the new address are granted: the address is proved, or an
 * administrator says that it is this person's. Its schools stay open for the person to accept or decline. Throws NotFound for a user the actor may not know, Forbidden for a colleague and for flags, Invalid on
 * ['emailCode'] where one's own new address is not proved and on ['firstName'] where no name is left, Conflict for a taken address, for an invited one of a deleted account and for the last administrator,
 * Stale where `ifMatch` names another version.
 */
export async function changeUser(
  ctx: Ctx,
  { id, patch, ifMatch }: { id: string; patch: UserPatch; ifMatch: SeenVersions },
): Promise<UserAnswer> {
  const { user, subject } = await getKnownUser(ctx, id);
  authorizeChange(ctx.actor, subject, patch);
  const proven = await proveNewAddress(ctx, user, patch);
  return inTransaction(ctx, async (opened) => {
    await lockAdministrators(opened);
    await lockUser(opened, id);
    const tx = await reloadActor(opened, (actor) => authorizeChange(actor, subject, patch));
    const before = await readUser(tx, id, ifMatch);
    const { emailCode: _, ...wanted } = presentFields(patch);
    return storeChanges(tx, before, { wanted, proven });
  });
}

/**
 * Deletes an account by its flag, or finds it deleted already: the row stays, positions and sessions end (decisions, section 3).
 * For administrators, also where it is their own. Throws NotFound for an unknown user, Forbidden, Conflict for the last
 * administrator, Stale where `ifMatch` names another version.
 */
export async function deleteUser(
  ctx: Ctx,
  { id, ifMatch }: { readonly id: string; readonly ifMatch: SeenVersions },
): Promise<void> {
  const { subject } = await getKnownUser(ctx, id);
  authorize(ctx.actor, 'user.delete');
  await inTransaction(ctx, async (opened) => {
    await lockAdministrators(opened);
    await lockUser(opened, id);
    const tx = await reloadActor(opened, (actor) => {
      authorizeToKnow(actor, 'user.read', subject);
      authorize(actor, 'user.delete');
    });
    const before = await readUser(tx, id, ifMatch);
    const flags = USER_FLAGS.filter((flag) => flag === 'DELETED' || before.flags.includes(flag));
    await storeChanges(tx, before, { wanted: { flags }, proven: null });
  });
}

function authorizeChange(actor: Actor, subject: OfUser, patch: UserPatch): void {
  authorizeToKnow(actor, 'user.read', subject);
  authorize(actor, 'user.edit', subject);
  if (patch.flags === undefined || can(actor, 'user.editFlags')) return;
  throw new Forbidden('Only administrators may change flags.');
}

interface WantedChanges {
  readonly wanted: Partial<Omit<UserPatch, 'emailCode'>>;
  readonly proven: ProvenEmailChange | null;
}

async function storeChanges(
  tx: AuthorizedCtx,
  before: UserAnswer,
  { wanted, proven }: WantedChanges,
): Promise<UserAnswer> {
  const changes = changesBetween(before, wanted);
  if (Object.keys(changes).length === 0) return before;
  assertNamed({ ...before, ...wanted });
  if (changes['flags'] !== undefined) await applyFlags(tx, before, wanted.flags ?? []);
  if (changes['email'] !== undefined) await applyEmail(tx, before, { email: wanted.email ?? '', proven });
  const invite = changes['email'] === undefined ? null : await lockOpenInvite(tx, wanted.email ?? '');
  const after = { ...before, ...wanted };
  if (invite !== null) {
    if (after.flags.includes('DELETED'))
      throw new Conflict(`${after.email} is invited: a deleted account cannot have it.`);
    after.flags = flagsWith(invite, after.flags);
  }
  const updatedAt = tx.now();
  const { flags } = after;
  await tx.em.nativeUpdate(UserAccountEntity, { id: before.id }, { ...wanted, flags, updatedAt });
  const stored = changesBetween(before, { ...wanted, flags });
  await recordEvent(tx, { kind: kindOf(stored), subject: ['USER', before.id], changes: stored });
  if (invite !== null) await grantFlags(tx, invite, before.id);
  return { ...after, version: before.version + 1, updatedAt: updatedAt.toISOString() };
}

function assertNamed({ firstName, lastName }: Pick<UserAnswer, 'firstName' | 'lastName'>): void {
  if (firstName !== '' || lastName !== '') return;
  throw new Invalid([{ path: ['firstName'], message: 'Enter a first or a last name.' }]);
}

async function readUser(tx: Ctx, id: string, ifMatch: SeenVersions): Promise<UserAnswer> {
  const [row] = await tx.em.execute<UserRow[]>(`select ${USER_COLUMNS} from user_account u where u.id = ?`, [
    id,
  ]);
  if (row === undefined) throw new NotFound();
  if (!isSeen(ifMatch, row.version)) throw new Stale();
  return userOfRow(row);
}

/** Deleting an account and restoring it are events of their own. */
function kindOf({ flags }: Changes): EventKind {
  const isDeleted = (side: unknown) => Array.isArray(side) && side.includes('DELETED' satisfies UserFlag);
  const was = isDeleted(flags?.from);
  const is = isDeleted(flags?.to);
  if (was === is) return 'user.changed';
  return is ? 'user.deleted' : 'user.restored';
}
