import {
  contentOf,
  type Draft,
  type DraftContent,
  type DraftMethod,
  isSameContent,
  type StoredDesignation,
  isSameNamed,
} from '#app/components/designate/draft/draft.ts';
import {
  type Choices,
  isSamePerson,
  mergeStudent,
  sideOf,
  type StudentConflict,
  type StudentVersions,
  type Versions,
} from '#app/components/designate/draft/merge-student.ts';
import {
  countDropped,
  type DraftStudent,
  emptyStudent,
  isFilledIn,
  isSameList,
  isSameValue,
  withIdsByIndex,
  withoutTrailingEmpty,
  withStoredIds,
} from '#app/students/draft-students.ts';
import { designationSize } from '#app/schemas/designation-size.ts';

export interface MethodConflict {
  readonly kind: 'method';
  /** Unique within a merge. */
  readonly name: keyof DraftMethod;
  readonly mine: DraftMethod;
  readonly theirs: DraftMethod;
}

export type Conflict = MethodConflict | StudentConflict;

/** What to ask: which side of each conflict to keep, or which whole version if fields can't be merged. */
export type MergeQuestion = readonly Conflict[] | 'version';

/** The result of a merge. With conflicts, `content` has my values. */
export interface Merged {
  readonly content: DraftContent;
  readonly conflicts: readonly Conflict[];
}

const NO_CHOICES: Choices = new Map();

/**
 * Merges two versions by field; `choices` resolve conflicts. Null if students can't be matched with certainty or a
 * smaller class would remove some: then the user chooses a whole version.
 */
export function merge(versions: Versions<DraftContent>, choices: Choices = NO_CHOICES): Merged | null {
  const { base, mine, theirs, sent } = versions;
  const lists = {
    base: base.students,
    mine: mine.students,
    theirs: theirs.students,
    sent: sent?.students,
  };
  const list = mergeStudents(lists, choices);
  if (list === null) return null;
  const { method, conflicts } = mergeMethod(versions, choices);
  const merged = {
    content: { ...method, students: list.students },
    conflicts: [...conflicts, ...list.conflicts],
  };
  return mayDropStudents(versions, merged) ? null : merged;
}

export type MergeResult = { readonly draft: Draft } | { readonly question: MergeQuestion };

/**
 * Merges the draft's edits into a newer stored version. A designation submitted in the meantime isn't merged:
 * the user chooses a whole version.
 */
export function mergeDraft(
  draft: Draft,
  stored: StoredDesignation,
  choices: Choices = NO_CHOICES,
): MergeResult {
  const { status, version } = stored;
  const theirs = contentOf(stored);
  const wasSubmitted = status === 'PENDING' && draft.status !== 'PENDING';
  const versions = { base: draft.stored, mine: draft, theirs, sent: draft.sent ?? undefined };
  const merged = wasSubmitted ? null : merge(versions, choices);
  if (merged === null) return { question: 'version' };
  const { content, conflicts } = merged;
  if (conflicts.length > 0) return { question: conflicts };
  const edited = !isSameContent(content, theirs);
  return { draft: { ...draft, ...content, status, version, stored: theirs, sent: null, edited } };
}

function mergeMethod({ base, mine, theirs, sent }: Versions<DraftContent>, choices: Choices) {
  const conflicts: MethodConflict[] = [];
  const pick = <Name extends keyof DraftMethod>(name: Name): DraftMethod[Name] => {
    const sides = { base: base[name], mine: mine[name], theirs: theirs[name], sent: sent?.[name] };
    const side = sideOf<DraftMethod[Name]>(sides) ?? choices.get(name);
    if (side === undefined) conflicts.push({ kind: 'method', name, mine, theirs });
    return side === 'theirs' ? theirs[name] : mine[name];
  };
  const method: DraftMethod = {
    classSize: pick('classSize'),
    criteria: pick('criteria'),
    criteriaComment: pick('criteriaComment'),
  };
  return { method, conflicts };
}

/** Returns whether their class size has, or may have, too few slots for the merged list. */
function mayDropStudents(
  { base, mine, theirs }: Versions<DraftContent>,
  { content, conflicts }: Merged,
): boolean {
  if (conflicts.some(({ name }) => name === 'classSize')) {
    const isListChanged = [mine, theirs].some(({ students }) => !isSameList(students, base.students));
    return isListChanged && slotsOf(mine) !== slotsOf(theirs);
  }
  if (isSameValue(content.classSize, mine.classSize)) return false;
  const isAnyRemoved = conflicts.some(
    (conflict) => conflict.kind === 'student' && conflict.theirs === undefined,
  );
  return isAnyRemoved || countDropped(content.students, content.classSize ?? 0) > 0;
}

function slotsOf({ classSize }: DraftContent): number {
  return designationSize(classSize ?? 0);
}

type List = readonly DraftStudent[];

type Row = StudentVersions;

const EMPTY_STUDENT = emptyStudent('');

export interface MergedStudents {
  readonly students: DraftStudent[];
  readonly conflicts: readonly StudentConflict[];
}

/**
 * Merges two lists by ID, and new students by index. Null if students can't be matched with certainty: forms filled
 * in again, or new students in a reordered list.
 */
export function mergeStudents(versions: Versions<List>, choices: Choices): MergedStudents | null {
  const lists = withTheirNewIds(versions);
  const { base, mine, theirs } = lists;
  const isInOrder = isInBaseOrder(mine, base);
  const side = sideOf(lists, isSameList);
  if (side === 'theirs') return { students: [...theirs], conflicts: [] };
  if (side === 'mine') {
    return {
      students: isInOrder ? withIdsByIndex(mine, idsForMine(lists)) : withStoredIds(mine, theirs),
      conflicts: [],
    };
  }
  const rows = isInOrder ? (isInBaseOrder(theirs, base) ? rowsByIndex(lists) : rowsById(lists)) : null;
  if (rows === null) return null;
  const merged = rows.map((row, index) => mergeStudent(row, index, choices));
  return {
    students: withoutTrailingEmpty(merged.map(({ student }) => student)),
    conflicts: merged.flatMap(({ conflicts }) => conflicts),
  };
}

/** Gives students whom their side removed and put back unchanged, as Undo does, their new IDs in all lists. */
function withTheirNewIds({ base, mine, theirs, sent }: Versions<List>): Versions<List> {
  const known = new Set(base.map(({ id }) => id));
  const added = theirs.filter(({ id }) => !known.has(id));
  const newIds = new Map<string | undefined, string | undefined>();
  for (const student of base) {
    if (withId(theirs, student.id) !== undefined) continue;
    const again = added.findIndex((each) => isSameNamed(each, student) && isSamePerson(each, student));
    if (again >= 0) newIds.set(student.id, added.splice(again, 1)[0]?.id);
  }
  const renamed = (list: List) =>
    list.map((student) => (newIds.has(student.id) ? { ...student, id: newIds.get(student.id) } : student));
  return { base: renamed(base), mine: renamed(mine), theirs, sent: sent && renamed(sent) };
}

/**
 * Returns the stored IDs in the order of my list. A save without a response may have been stored, so an ID is assigned
 * to the student it was sent for, or to none if that is unclear.
 */
function idsForMine({ mine, theirs, sent }: Versions<List>): (string | undefined)[] {
  const sentAt = mine.map((student, index) => {
    if (sent === undefined || isSamePerson(student, sent[index])) return index;
    return isFilledIn(student) ? sent.findIndex((each) => isSamePerson(each, student)) : -1;
  });
  const isRearranged = sentAt.some((at, index) => at >= 0 && at !== index);
  return sentAt.map((at, index) => theirs[at >= 0 || isRearranged ? at : index]?.id);
}

/** Returns whether all students of the base have their original index, followed only by new ones. */
function isInBaseOrder(list: List, base: List): boolean {
  const known = new Set(base.map(({ id }) => id));
  return list.every(({ id }, index) =>
    index < base.length ? id === base[index]?.id : id === undefined || !known.has(id),
  );
}

function rowsByIndex({ base, mine, theirs, sent }: Versions<List>): Row[] {
  return Array.from({ length: Math.max(base.length, mine.length, theirs.length) }, (_, index) => ({
    base: base[index],
    mine: mine[index],
    theirs: theirs[index],
    sent: sent && (sent[index] ?? EMPTY_STUDENT),
  }));
}

/** Matches students by ID, in their order. Those that only they removed, but I changed, go at the end. */
function rowsById({ base, mine, theirs, sent }: Versions<List>): Row[] | null {
  if (mine.slice(base.length).some(isFilledIn)) return null;
  const rowOf = (id: string | undefined, of: DraftStudent | undefined): Row => ({
    base: withId(base, id),
    mine: withId(mine, id),
    theirs: of,
    sent: sent && (withId(sent, id) ?? EMPTY_STUDENT),
  });
  const remaining = theirs.map((student) => rowOf(student.id, student));
  const removed = base
    .filter(({ id }) => withId(theirs, id) === undefined)
    .map(({ id }) => rowOf(id, undefined))
    .filter((row) => sideOf(row, isSamePerson) !== 'theirs');
  return [...remaining, ...removed];
}

function withId(list: List, id: string | undefined): DraftStudent | undefined {
  return list.find((student) => student.id !== undefined && student.id === id);
}
