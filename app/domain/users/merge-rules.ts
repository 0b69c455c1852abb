import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { nameWithAddress } from '#app/lib/text/person-name.ts';
import type { MergeAccount, MergedPosition } from '#app/schemas/user-merge.ts';
import type { UserResponse } from '#app/schemas/user.ts';

export interface MergePair {
  readonly from: UserResponse;
  readonly into: UserResponse;
}

/**
 * Returns why `from` can't be merged into `into`, or null. Administrators are never merged away, so that no merge grants
 * or removes administrator access.
 * @param actorId the user who merges; null for the system
 */
export function mergeRefusal({ from, into }: MergePair, actorId: string | null): string | null {
  const { merge } = USER_MESSAGES;
  if (from.id === into.id) return merge.sameAccount;
  if (from.mergedIntoId !== null) return merge.alreadyMerged(nameWithAddress(from));
  if (into.mergedIntoId !== null) return merge.intoMerged(nameWithAddress(into));
  if (into.flags.includes('DELETED')) return merge.intoDeleted(nameWithAddress(into));
  if (from.id === actorId) return merge.ownAccount;
  const isAdministrator = from.flags.includes('ADMIN') && !from.flags.includes('DELETED');
  return isAdministrator ? merge.administrator(nameWithAddress(from)) : null;
}

/** Returns the positions after the merge, by school. At a school of both accounts, the position changed last remains. */
export function mergedPositions(from: MergeAccount, into: MergeAccount): MergedPosition[] {
  const own = into.highSchools.map((kept) => {
    const { highSchoolId, name } = kept;
    const moved = from.highSchools.find((one) => one.highSchoolId === highSchoolId);
    const isOlder = moved !== undefined && Date.parse(moved.updatedAt) > Date.parse(kept.updatedAt);
    const [position, other] = isOlder ? [moved.position, kept.position] : [kept.position, moved?.position];
    const replaced = other === undefined || other === position ? null : other;
    return { highSchoolId, name, position, isNew: false, replaced };
  });
  const added = from.highSchools
    .filter(({ highSchoolId }) => !own.some((kept) => kept.highSchoolId === highSchoolId))
    .map(({ highSchoolId, name, position }) => ({
      ...{ highSchoolId, name, position },
      ...{ isNew: true, replaced: null },
    }));
  return [...own, ...added].toSorted((one, other) => one.name.localeCompare(other.name, 'en-US'));
}
