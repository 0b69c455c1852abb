import { requireRecentSignIn } from '#app/domain/auth/recent-sign-in.ts';
import type { ProvenCode } from '#app/domain/auth/login-codes.server.ts';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { type Changes, changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { flagsWith, grantFlags, lockOpenInvite } from '#app/domain/invites/accept-invite.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Conflict, Forbidden, Invalid, NotFound, VersionConflict } from '#app/lib/domain-errors.ts';
import { presentFields } from '#app/lib/records.ts';
import {
  type ExpectedRecord,
  type ExpectedVersions,
  matchesVersion,
  type RecordChange,
} from '#app/lib/versions.ts';
import type { Actor } from '#app/policy/actor.ts';
import { authorize, authorizeToSee, can, remedyFor } from '#app/policy/authorize.ts';
import type { OfUser } from '#app/policy/rules.ts';
import { USER_FLAGS, type UserFlag } from '#app/schemas/enums.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import { storedTexts } from '#app/schemas/field-tables.ts';
import { type UserResponse, UserResponseSchema, type UserPatch } from '#app/schemas/user.ts';
import { USER_TEXTS } from '#app/schemas/user-fields.ts';
import { type UserAccount, UserAccountEntity } from '#db/entities/user-account.ts';
import { getVisibleUser, reloadSubject } from './read-users.server.ts';
import { applyEmail, proveNewAddress } from './user-email.server.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { applyFlags, lockAdministrators } from './user-flags.server.ts';

/**
 * Changes a user. Administrators may change anyone, others themselves except flags (decisions, section 3).
 * See `applyFlags`, `applyEmail`, and `grantFlags` for side effects. Records an event unless nothing changes.
 * @throws {NotFound} when the actor may not see the user
 * @throws {Forbidden} when the user is a colleague, or the actor may not change flags
 * @throws {Invalid} on ['emailCode'] for an unverified new address, on ['firstName'] when the name is empty
 * @throws {Conflict} for a taken address, a deleted account's invited address, the last administrator, or a merged account
 * @throws {VersionConflict} when `ifMatch` doesn't match the version
 * @throws {SignInAgain} for flags or an address when the actor's session isn't recent
 */
export async function changeUser(
  ctx: Ctx,
  { id, patch, ifMatch }: RecordChange<UserPatch>,
): Promise<UserResponse> {
  const { user, subject } = await getVisibleUser(ctx, id);
  authorizeChange(ctx.actor, { subject, email: user.email }, patch);
  const proven = await proveNewAddress(ctx, user, patch);
  return inTransaction(ctx, async (opened) => {
    await lockAdministrators(opened);
    const locked = await lockRow(opened, UserAccountEntity, { id });
    const current = { subject: await reloadSubject(opened, id), email: locked?.email ?? user.email };
    const tx = await reloadActor(opened, (actor) => authorizeChange(actor, current, patch));
    const { emailCode: _, ...wanted } = storedTexts(USER_TEXTS, presentFields(patch));
    return storeChanges(tx, matchingUser(locked, ifMatch), { wanted, proven });
  });
}

/**
 * Flags an account as deleted, if it isn't yet. The row is kept; positions and sessions end (decisions,
 * section 3). For administrators, including for their own account.
 * @throws {NotFound} when the user doesn't exist
 * @throws {Forbidden} when the actor isn't an administrator
 * @throws {SignInAgain} when the actor's session isn't recent
 * @throws {Conflict} when the user is the last administrator
 * @throws {VersionConflict} when `ifMatch` doesn't match the version
 */
export async function deleteUser(ctx: Ctx, { id, ifMatch }: ExpectedRecord): Promise<void> {
  await getVisibleUser(ctx, id);
  authorize(ctx.actor, 'user.delete');
  await inTransaction(ctx, async (opened) => {
    await lockAdministrators(opened);
    const locked = await lockRow(opened, UserAccountEntity, { id });
    const subject = await reloadSubject(opened, id);
    const tx = await reloadActor(opened, (actor) => {
      authorizeToSee(actor, 'user.read', subject);
      authorize(actor, 'user.delete');
    });
    const user = matchingUser(locked, ifMatch);
    const flags = USER_FLAGS.filter((flag) => flag === 'DELETED' || user.flags.includes(flag));
    await storeChanges(tx, user, { wanted: { flags }, proven: null });
  });
}

function authorizeChange(
  actor: Actor,
  { subject, email }: { readonly subject: OfUser; readonly email: string },
  patch: UserPatch,
): void {
  authorizeToSee(actor, 'user.read', subject);
  authorize(actor, 'user.edit', subject);
  if (patch.email !== undefined && patch.email !== email) authorize(actor, 'user.editAddress', subject);
  if (patch.flags === undefined || can(actor, 'user.editFlags')) return;
  throw new Forbidden(remedyFor(actor, 'user.editFlags') ?? USER_MESSAGES.flagsNotAllowed);
}

interface RequestedChanges {
  readonly wanted: Partial<Omit<UserPatch, 'emailCode'>>;
  readonly proven: ProvenCode | null;
}

async function storeChanges(
  tx: AuthorizedCtx,
  user: UserAccount,
  { wanted, proven }: RequestedChanges,
): Promise<UserResponse> {
  const before = UserResponseSchema.parse(user);
  const changes = changesBetween(before, wanted);
  if (Object.keys(changes).length === 0) return before;
  assertNamed({ ...before, ...wanted });
  if (before.mergedIntoId !== null && wanted.flags?.includes('DELETED') === false) {
    throw new Conflict(USER_MESSAGES.restoreMerged);
  }
  if (changes['flags'] !== undefined || changes['email'] !== undefined) requireRecentSignIn(tx);
  if (changes['flags'] !== undefined) await applyFlags(tx, before, wanted.flags ?? []);
  if (changes['email'] !== undefined) await applyEmail(tx, before, { email: wanted.email ?? '', proven });
  const open = changes['email'] === undefined ? null : await lockOpenInvite(tx, wanted.email ?? '');
  const requestedFlags = wanted.flags ?? before.flags;
  if (open !== null && requestedFlags.includes('DELETED')) {
    throw new Conflict(USER_MESSAGES.invitedAddress(wanted.email ?? ''));
  }
  const flags = open === null ? requestedFlags : flagsWith(tx, open, requestedFlags);
  tx.em.assign(user, { ...wanted, flags, updatedAt: tx.now() });
  const stored = changesBetween(before, { ...wanted, flags });
  recordEvent(tx, kindOf(stored), ['USER', user.id], stored);
  if (open !== null) await grantFlags(tx, open, user.id);
  await tx.em.flush();
  return UserResponseSchema.parse(user);
}

function assertNamed({ firstName, lastName }: Pick<UserResponse, 'firstName' | 'lastName'>): void {
  if (firstName !== '' || lastName !== '') return;
  throw new Invalid([{ path: ['firstName'], message: USER_MESSAGES.nameNeeded }]);
}

function matchingUser(user: UserAccount | null, ifMatch: ExpectedVersions): UserAccount {
  if (user === null) throw new NotFound();
  if (!matchesVersion(ifMatch, user.version)) throw new VersionConflict();
  return user;
}

/** Returns the event kind; deleting and restoring an account have their own. */
function kindOf({ flags }: Changes): EventKind {
  const isDeleted = (side: unknown) => Array.isArray(side) && side.includes('DELETED' satisfies UserFlag);
  const was = isDeleted(flags?.from);
  const is = isDeleted(flags?.to);
  if (was === is) return 'user.changed';
  return is ? 'user.deleted' : 'user.restored';
}
