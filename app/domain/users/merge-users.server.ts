import { reportMerge } from '#app/domain/access-changes/record-access-change.server.ts';
import { revokeAccessTokensOf } from '#app/domain/auth/access-tokens.server.ts';
import { removeIdentityOf } from '#app/domain/auth/linked-identities.server.ts';
import { removePasskeysOf } from '#app/domain/auth/passkeys.server.ts';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { endSessionsOf } from '#app/domain/auth/sessions.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockAddress } from '#app/domain/invites/accept-invite.server.ts';
import { moveInvites } from '#app/domain/invites/move-invites.server.ts';
import { lockRows } from '#app/domain/lock-queries.server.ts';
import { Conflict, NotFound, VersionConflict } from '#app/lib/domain-errors.ts';
import { type ExpectedVersions, matchesVersion } from '#app/lib/versions.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import { USER_FLAGS } from '#app/schemas/enums.ts';
import { type UserMergeResponse, UserMergeResponseSchema } from '#app/schemas/user-merge.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { mergedPositions, mergeRefusal } from './merge-rules.ts';
import { type LockedPair, moveBelongings, movePositions } from './move-belongings.server.ts';
import { accountOf, type MergeIds } from './read-merge.server.ts';
import { lockAdministrators } from './user-flags.server.ts';

interface Merge extends MergeIds {
  /** The version of the account that is merged. */
  readonly ifMatch: ExpectedVersions;
  /** The version of the account that stays. */
  readonly intoIfMatch: ExpectedVersions;
}

/**
 * Merges two accounts of the same person, for administrators: everything of `from` except its history moves to `into`.
 * `from` is flagged as deleted, and its sessions and access tokens end. Can't be undone.
 * @throws {NotFound} when one of the users doesn't exist
 * @throws {Conflict} when `mergeRefusal` says why
 * @throws {VersionConflict} when a version doesn't match
 */
export async function mergeUsers(
  ctx: Ctx,
  { ifMatch, intoIfMatch, ...ids }: Merge,
): Promise<UserMergeResponse> {
  authorize(ctx.actor, 'user.merge');
  return inTransaction(ctx, async (opened) => {
    const pair = await lockPair(opened, ids);
    const tx = await reloadActor(opened, 'user.merge');
    if (pair === null) throw new NotFound();
    const { from, into } = pair;
    if (!matchesVersion(ifMatch, from.version) || !matchesVersion(intoIfMatch, into.version)) {
      throw new VersionConflict();
    }
    return store(tx, pair);
  });
}

/**
 * Locks both accounts by ID. First locks what their owners lock before their accounts when they submit or answer an
 * invite, so that neither waits for the other.
 */
async function lockPair(opened: Ctx, { fromId, intoId }: MergeIds): Promise<LockedPair | null> {
  await lockAdministrators(opened);
  const ids = { id: { $in: [fromId, intoId] } };
  const known = await opened.em.find(UserAccountEntity, ids, { disableIdentityMap: true });
  const emails = known.map(({ email }) => email).toSorted();
  for (const email of emails) await lockAddress(opened, email);
  await lockRows(opened, DesignationEntity, { submittedBy: fromId });
  await lockRows(opened, UserInviteEntity, { email: { $in: emails } }, 'update');
  const locked = await lockRows(opened, UserAccountEntity, ids);
  const [from, into] = [fromId, intoId].map((id) => locked.find((account) => account.id === id));
  return from === undefined || into === undefined ? null : { from, into };
}

async function store(tx: AuthorizedCtx, pair: LockedPair): Promise<UserMergeResponse> {
  const { from, into } = pair;
  const [before, kept] = [await accountOf(tx, from), await accountOf(tx, into)];
  const refusal = mergeRefusal({ from: before.user, into: kept.user }, actorId(tx.actor));
  if (refusal !== null) throw new Conflict(refusal);
  const positions = mergedPositions(before, kept);
  await movePositions(tx, pair, positions);
  await moveBelongings(tx, pair, positions);
  await moveInvites(tx, {
    fromEmail: from.email,
    intoEmail: into.email,
    highSchoolIds: positions.map(({ highSchoolId }) => highSchoolId),
  });
  await endSessionsOf(tx, from.id);
  await revokeAccessTokensOf(tx, from.id);
  await removePasskeysOf(tx, from.id);
  await removeIdentityOf(tx, from.id);
  const flags = USER_FLAGS.filter((flag) => flag === 'DELETED' || from.flags.includes(flag));
  tx.em.assign(from, { flags, mergedIntoId: into.id, updatedAt: tx.now() });
  tx.em.assign(into, { updatedAt: tx.now() });
  const { designationsStarted, designationsSubmitted } = before.belongings;
  const designations = designationsStarted + designationsSubmitted;
  recordEvent(tx, 'user.mergedAway', ['USER', from.id], {
    keptId: into.id,
    keptEmail: into.email,
    ...changesBetween(before.user, { flags }),
  });
  recordEvent(tx, 'user.merged', ['USER', into.id], {
    ...{ mergedFromId: from.id, mergedEmail: from.email },
    ...(designations === 0 ? {} : { designations }),
  });
  const moved = positions.filter(({ highSchoolId }) =>
    before.highSchools.some((school) => school.highSchoolId === highSchoolId),
  );
  await reportMerge(tx, { from: before.user, into: kept.user, schools: moved });
  await tx.em.flush();
  return UserMergeResponseSchema.parse({
    ...{ user: into, merged: from },
    ...{ highSchools: positions, moved: before.belongings },
  });
}
