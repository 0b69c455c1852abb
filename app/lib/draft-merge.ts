import { designationSize } from '#app/schemas/designation-size.ts';
import {
  contentOf,
  countDropped,
  type Draft,
  type DraftContent,
  type DraftMethod,
  type StoredDesignation,
} from '#app/lib/draft.ts';
import { isSameContent, isSameList, isSameValue } from '#app/lib/draft-equality.ts';
import { type Choices, sideOf, type Versions } from '#app/lib/draft-merge-sides.ts';
import type { StudentConflict } from '#app/lib/draft-merge-student.ts';
import { mergeStudents } from '#app/lib/draft-merge-students.ts';

/** A field of the method that both sides changed, to different values. */
export interface MethodConflict {
  readonly kind: 'method';
  /** Tells it from the other conflicts of the same merge. */
  readonly name: keyof DraftMethod;
  readonly mine: DraftMethod;
  readonly theirs: DraftMethod;
}

export type Conflict = MethodConflict | StudentConflict;

/** What is to be asked: which side of each conflict stays, or which version as a whole where that cannot be told by field. */
export type Question = readonly Conflict[] | 'whole';

/** A merge is done where nothing conflicts; `content` has mine in the places of conflicts. */
export interface Merged {
  readonly content: DraftContent;
  readonly conflicts: readonly Conflict[];
}

const NO_CHOICES: Choices = new Map();

/**
 * Brings two versions of one content together by field. A field that one side changed takes that side, one that both changed to
 * the same value is settled, and one that both changed to different values is a conflict, decided by `choices` alone. Null where
 * students cannot be matched surely, or would fall off the end of a smaller class: then only the whole can be asked about.
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
  return mayLosePlaces(versions, merged) ? null : merged;
}

/** What came of bringing a draft and a newer stored version together: the draft on that version, or what is to be asked first. */
export type Together = { readonly draft: Draft } | { readonly question: Question };

/**
 * The draft's edits on the stored version, with what was changed there. What somebody submitted in the meantime is not merged
 * into: going on with it is a decision about the whole.
 */
export function mergeDraft(draft: Draft, stored: StoredDesignation, choices: Choices = NO_CHOICES): Together {
  const { status, version } = stored;
  const theirs = contentOf(stored);
  const wasSubmitted = status === 'PENDING' && draft.status !== 'PENDING';
  const versions = { base: draft.stored, mine: draft, theirs, sent: draft.sent ?? undefined };
  const merged = wasSubmitted ? null : merge(versions, choices);
  if (merged === null) return { question: 'whole' };
  const { content, conflicts } = merged;
  if (conflicts.length > 0) return { question: conflicts };
  const edited = !isSameContent(content, theirs);
  return { draft: { ...draft, ...content, status, version, stored: theirs, sent: null, edited } };
}

function mergeMethod({ base, mine, theirs, sent }: Versions<DraftContent>, choices: Choices) {
  const conflicts: MethodConflict[] = [];
  const take = <Name extends keyof DraftMethod>(name: Name): DraftMethod[Name] => {
    const sides = { base: base[name], mine: mine[name], theirs: theirs[name], sent: sent?.[name] };
    const side = sideOf<DraftMethod[Name]>(sides) ?? choices.get(name);
    if (side === undefined) conflicts.push({ kind: 'method', name, mine, theirs });
    return side === 'theirs' ? theirs[name] : mine[name];
  };
  const method: DraftMethod = {
    classSize: take('classSize'),
    criteria: take('criteria'),
    criteriaComment: take('criteriaComment'),
  };
  return { method, conflicts };
}

/** Whether another number of places, which theirs brings, has none for students of the merged list, or may have none. */
function mayLosePlaces(
  { base, mine, theirs }: Versions<DraftContent>,
  { content, conflicts }: Merged,
): boolean {
  if (conflicts.some(({ name }) => name === 'classSize')) {
    const isListChanged = [mine, theirs].some(({ students }) => !isSameList(students, base.students));
    return isListChanged && placesOf(mine) !== placesOf(theirs);
  }
  if (isSameValue(content.classSize, mine.classSize)) return false;
  const isAnyRemoved = conflicts.some(
    (conflict) => conflict.kind === 'student' && conflict.theirs === undefined,
  );
  return isAnyRemoved || countDropped(content.students, content.classSize ?? 0) > 0;
}

function placesOf({ classSize }: DraftContent): number {
  return designationSize(classSize ?? 0);
}
