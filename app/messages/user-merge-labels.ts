import { counted } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import { STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import type { AccountBelongings, MergeAccount, MergedPosition } from '#app/schemas/user-merge.ts';

export const MERGE_REFUSED = 'Unable to merge users: ';

interface Merge {
  readonly from: MergeAccount;
  readonly into: MergeAccount;
  readonly highSchools: readonly MergedPosition[];
}

/** Returns the effects of a merge, one sentence each. */
export function mergeEffects({ from, into, highSchools }: Merge): string[] {
  const { sessions } = from.belongings;
  const signedOut = sessions === 0 ? '' : ` and will be signed out of ${counted(sessions, 'browser')}`;
  const staff = from.highSchools.length === 0 ? '' : ` and the staff of ${from.user.email}'s schools`;
  return [
    `The person will sign in as ${into.user.email}. ${from.user.email} can no longer sign in${signedOut}.`,
    ...movedPositions(from, highSchools),
    ...movedBelongings(from.belongings),
    ...movedInvites({ from, into, highSchools }),
    `The history will still show ${from.user.email}. We'll email both addresses${staff}.`,
  ];
}

/** Returns a sentence for each school whose position changes. */
export function replacedPositions(highSchools: readonly MergedPosition[]): string[] {
  return highSchools.flatMap(({ name, position, replaced }) =>
    replaced === null
      ? []
      : [
          `At ${name}, the position is ${STAFF_POSITION_LABELS[position]}, because it was set more recently than ${STAFF_POSITION_LABELS[replaced]}.`,
        ],
  );
}

function movedPositions({ highSchools: own }: MergeAccount, after: readonly MergedPosition[]): string[] {
  if (own.length === 0) return [];
  const added = after
    .filter(({ isNew }) => isNew)
    .map(({ name, position }) => `${name} (${STAFF_POSITION_LABELS[position]})`);
  const joined = added.length === 0 ? [] : [`Positions that will move: ${listed(added)}.`];
  return [...joined, ...replacedPositions(after)];
}

function movedBelongings(of: AccountBelongings): string[] {
  const counts = [
    ...count(of.designationsStarted, 'started designation'),
    ...count(of.designationsSubmitted, 'submitted designation'),
    ...count(of.messages, 'message'),
    ...count(of.notes, 'note'),
    ...count(of.accessRequests, 'access request'),
    ...count(of.savedViews, 'saved view'),
  ];
  return counts.length === 0 ? [] : [`These will also move: ${listed(counts)}.`];
}

function movedInvites({ from, into, highSchools }: Merge): string[] {
  const isOfStaff = (school: string) => highSchools.some(({ name }) => name === school);
  const { invites } = from.belongings;
  const moved = invites.filter((school) => !isOfStaff(school));
  const ended = [...invites, ...into.belongings.invites].filter(isOfStaff);
  return [
    ...(moved.length === 0 ? [] : [`Open invites that will move: ${listed(moved)}.`]),
    ...(ended.length === 0 ? [] : [`Open invites that will be removed: ${listed([...new Set(ended)])}.`]),
  ];
}

function count(number: number, one: string, many?: string): string[] {
  return number === 0 ? [] : [counted(number, one, many)];
}
