import {
  type DraftStudent,
  emptyStudent,
  holdsSomething,
  withIdsByPlace,
  withoutTrailingEmpty,
  withStoredIds,
} from '#app/lib/draft.ts';
import { isSameList } from '#app/lib/draft-equality.ts';
import { type Choices, sideOf, type Versions } from '#app/lib/draft-merge-sides.ts';
import {
  isSamePerson,
  mergeStudent,
  type StudentConflict,
  type StudentVersions,
} from '#app/lib/draft-merge-student.ts';

type List = readonly DraftStudent[];
type Row = StudentVersions;

const NOBODY = emptyStudent('');

export interface MergedStudents {
  readonly students: DraftStudent[];
  readonly conflicts: readonly StudentConflict[];
}

/**
 * Brings two lists together, student by student: by id, and those who have none yet by place, which is how they get theirs. Null
 * where that is not sure: forms that were filled anew, and new students in a list that was put in another order.
 */
export function mergeStudents(lists: Versions<List>, choices: Choices): MergedStudents | null {
  const { base, mine, theirs } = lists;
  const isPlaced = isInPlace(mine, base);
  const side = sideOf(lists, isSameList);
  if (side === 'theirs') return { students: [...theirs], conflicts: [] };
  if (side === 'mine') {
    return {
      students: isPlaced ? withIdsByPlace(mine, idsForMine(lists)) : withStoredIds(mine, theirs),
      conflicts: [],
    };
  }
  const rows = isPlaced ? (isInPlace(theirs, base) ? rowsByPlace(lists) : rowsById(lists)) : null;
  if (rows === null) return null;
  const merged = rows.map((row, place) => mergeStudent(row, place, choices));
  return {
    students: withoutTrailingEmpty(merged.map(({ student }) => student)),
    conflicts: merged.flatMap(({ conflicts }) => conflicts),
  };
}

/**
 * The stored ids in the order of mine. What was sent without an answer may have been stored, and students may have been removed
 * since: then an id goes to whom it was sent for, and to nobody where that isn't sure.
 */
function idsForMine({ mine, theirs, sent }: Versions<List>): (string | undefined)[] {
  const sentAt = mine.map((student, place) => {
    if (sent === undefined || isSamePerson(student, sent[place])) return place;
    return holdsSomething(student) ? sent.findIndex((each) => isSamePerson(each, student)) : -1;
  });
  const isRearranged = sentAt.some((at, place) => at >= 0 && at !== place);
  return sentAt.map((at, place) => theirs[at >= 0 || isRearranged ? at : place]?.id);
}

/** Whether every place still has the id it began with, and the places after those are new: who stood where stands there still. */
function isInPlace(list: List, base: List): boolean {
  const known = new Set(base.map(({ id }) => id));
  return list.every(({ id }, place) =>
    place < base.length ? id === base[place]?.id : id === undefined || !known.has(id),
  );
}

function rowsByPlace({ base, mine, theirs, sent }: Versions<List>): Row[] {
  return Array.from({ length: Math.max(base.length, mine.length, theirs.length) }, (_, place) => ({
    base: base[place],
    mine: mine[place],
    theirs: theirs[place],
    sent: sent && (sent[place] ?? NOBODY),
  }));
}

/** In the order of theirs; whom only they took off the list, although mine has changed them, comes at the end. */
function rowsById({ base, mine, theirs, sent }: Versions<List>): Row[] | null {
  if (mine.slice(base.length).some(holdsSomething)) return null;
  const rowOf = (id: string | undefined, of: DraftStudent | undefined): Row => ({
    base: withId(base, id),
    mine: withId(mine, id),
    theirs: of,
    sent: sent && (withId(sent, id) ?? NOBODY),
  });
  const kept = theirs.map((student) => rowOf(student.id, student));
  const removed = base
    .filter(({ id }) => withId(theirs, id) === undefined)
    .map(({ id }) => rowOf(id, undefined))
    .filter((row) => sideOf(row, isSamePerson) !== 'theirs');
  return [...kept, ...removed];
}

function withId(list: List, id: string | undefined): DraftStudent | undefined {
  return list.find((student) => student.id !== undefined && student.id === id);
}
