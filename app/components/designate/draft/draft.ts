import {
  countDropped,
  type DraftStudent,
  enteredValues,
  isSameList,
  isSameValue,
  isFilledIn,
  isStoredAs,
} from '#app/students/draft-students.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { Criteria, DesignationStatus } from '#app/schemas/enums.ts';
import type { DraftSaved, EditingResponse, LastChange } from '#app/schemas/designation-editing.ts';

export interface DraftContent {
  readonly classSize: number | null;
  readonly criteria: Criteria | null;
  readonly criteriaComment: string;
  readonly students: readonly DraftStudent[];
}

export type DraftMethod = Omit<DraftContent, 'students'>;

/**
 * The draft in the browser (specification, section 3), based on the stored designation in `version` and `stored`.
 * `edited` means there are unsaved edits; `sent` is a save without a response, which may or may not be stored.
 */
export interface Draft extends DraftContent, DraftTarget {
  readonly format: 3;
  readonly userId: string;
  readonly id: string | null;
  readonly version: number | null;
  readonly status: DesignationStatus | null;
  readonly stored: DraftContent;
  readonly sent: DraftContent | null;
  readonly acceptedTerms: boolean;
  readonly edited: boolean;
}

export interface DraftTarget {
  readonly highSchool: { readonly id: string; readonly name: string };
  readonly academicYear: { readonly id: string; readonly year: number };
}

/** Returns a new draft for a school and year, before anything is stored or typed. */
export function newDraft(userId: string, { highSchool, academicYear }: DraftTarget): Draft {
  const nothing: DraftContent = { classSize: null, criteria: null, criteriaComment: '', students: [] };
  return {
    format: 3,
    userId,
    id: null,
    version: null,
    status: null,
    stored: nothing,
    sent: null,
    highSchool: { id: highSchool.id, name: highSchool.name },
    academicYear: { id: academicYear.id, year: academicYear.year },
    acceptedTerms: false,
    edited: false,
    ...nothing,
  };
}

/** Returns the draft of a stored designation. Its terms have been accepted, because the steps require that. */
export function draftOfDesignation(userId: string, designation: StoredDesignation): Draft {
  const stored = contentOf(designation);
  return {
    ...newDraft(userId, designation),
    ...stored,
    id: designation.id,
    version: designation.version,
    status: designation.status,
    stored,
    acceptedTerms: true,
  };
}

export type StoredDesignation = Pick<
  DesignationResponse,
  | 'id'
  | 'version'
  | 'status'
  | 'highSchool'
  | 'academicYear'
  | 'classSize'
  | 'criteria'
  | 'criteriaComment'
  | 'students'
>;

/** Returns a stored designation's content in the format of the forms. */
export function contentOf(designation: StoredDesignation): DraftContent {
  return {
    classSize: designation.classSize,
    criteria: designation.criteria,
    criteriaComment: designation.criteriaComment ?? '',
    students: designation.students.map((student) => ({ id: student.id, ...enteredValues(student) })),
  };
}

/**
 * Returns the class size that determines the number of students: the stored one while the typed one would remove
 * students, because Continue asks first (decisions, section 9).
 */
export function confirmedClassSize({ classSize, stored, students }: Draft): number | null {
  return classSize === null || countDropped(students, classSize) > 0 ? stored.classSize : classSize;
}

/** Returns whether a draft is for this school and year. Choosing another clears it (specification). */
export function isDraftOf(draft: Draft, target: DraftTarget): boolean {
  return draft.highSchool.id === target.highSchool.id && draft.academicYear.id === target.academicYear.id;
}

/** Returns whether two contents are equal once stored: ignores IDs, outer spaces and trailing empty forms. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  return isSameValue(methodOf(one), methodOf(other)) && isSameList(one.students, other.students);
}

function methodOf({ classSize, criteria, criteriaComment }: DraftContent): DraftMethod {
  return { classSize, criteria, criteriaComment };
}

interface WorkingCopy {
  /** The content of the forms; saves are based on its `version`. */
  readonly draft: Draft;
  /** Whether the draft has edits and the stored designation has changed since it was loaded, so they must be merged. */
  readonly needsMerge: boolean;
}

/**
 * Returns the draft with its edits, or the stored designation if that is newer or there are no edits.
 * Null if a PENDING designation wasn't resumed on the agreement step (specification, section 4).
 */
export function reconcileDraft(
  draft: Draft | null,
  userId: string,
  stored: StoredDesignation,
): WorkingCopy | null {
  const fresh = { draft: draftOfDesignation(userId, stored), needsMerge: false };
  if (draft === null || draft.id !== stored.id) return stored.status === 'PENDING' ? null : fresh;
  if (draft.version !== null && draft.version > stored.version) return { draft, needsMerge: false };
  const holdsMore = draft.edited && !isSameContent(draft, fresh.draft);
  const wasSubmitted = stored.status === 'PENDING' && draft.status !== 'PENDING';
  if (!holdsMore) return wasSubmitted ? null : fresh;
  return { draft, needsMerge: draft.version !== stored.version };
}

/** Returns whether both have the same full name; quick enough to compare every pair of two lists. */
export function isSameNamed(one: DraftStudent, other: DraftStudent): boolean {
  return one.first !== '' && one.last !== '' && one.first === other.first && one.last === other.last;
}

/** Gives students without an ID the ID of the stored student with the same contents, unless another has it. */
export function withIdsOfSame(
  students: readonly DraftStudent[],
  stored: readonly DraftStudent[],
): DraftStudent[] {
  const used = new Set(students.map(({ id }) => id));
  return students.map((student) => {
    if (student.id !== undefined || !isFilledIn(student)) return student;
    const same = stored.find(
      (each) => !used.has(each.id) && isSameNamed(each, student) && isStoredAs(each, student),
    );
    if (same === undefined) return student;
    used.add(same.id);
    return { ...student, id: same.id };
  });
}

export const CONFLICT_ID = 'which-version';

/** Why edits aren't saved, if the page has a message for it. */
export type SaveFailure =
  | { readonly reason: 'offline' | 'away' | 'signedOut' | 'noAccess' | 'versionConflict' }
  | { readonly reason: 'refused'; readonly message: string };

export interface SaveView {
  /** Whether there are changes that are being saved, or will be after a pause. */
  readonly isSaving: boolean;
  /** The server's response to the last save that stored something; null before the first. */
  readonly lastSave: DraftSaved | null;
  /** Time of the last stored save, ISO 8601; null before the first. */
  readonly savedAt: string | null;
  /** Time of the first save since the page opened or since the last failure, ISO 8601; null if there is none. */
  readonly savedSince: string | null;
  /** Fields that can't be stored yet: 'student 2 phone'. */
  readonly unfinished: readonly string[];
  readonly waitsForContinue: boolean;
  readonly failure: SaveFailure | null;
}

export interface EditingSessionView extends SaveView, Pick<EditingResponse, 'colleagues'> {
  /** Whether the same user has the designation open in another tab or browser. */
  readonly isOpenElsewhere: boolean;
  /** Set if the designation was approved or rejected while there are edits, which can't be saved anymore. */
  readonly locked: DesignationStatus | null;
  /** Who changed the stored designation in the meantime; null without a conflict. */
  readonly conflict: { readonly change: LastChange | null } | null;
}

export const IDLE_VIEW: EditingSessionView = {
  isSaving: false,
  lastSave: null,
  savedAt: null,
  savedSince: null,
  unfinished: [],
  waitsForContinue: false,
  failure: null,
  colleagues: [],
  isOpenElsewhere: false,
  locked: null,
  conflict: null,
};
