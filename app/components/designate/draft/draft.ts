import {
  countDropped,
  type DraftStudent,
  enteredOf,
  isSameList,
  isSameValue,
} from '#app/lib/students/draft-students.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { Criteria, DesignationStatus } from '#app/schemas/enums.ts';

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
  DesignationAnswer,
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
    students: designation.students.map((student) => ({ id: student.id, ...enteredOf(student) })),
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

export interface WorkingCopy {
  /** The content of the forms; saves are based on its `version`. */
  readonly draft: Draft;
  /** Whether the draft has edits and the stored designation has changed since it was loaded, so they must be merged. */
  readonly isApart: boolean;
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
  const fresh = { draft: draftOfDesignation(userId, stored), isApart: false };
  if (draft === null || draft.id !== stored.id) return stored.status === 'PENDING' ? null : fresh;
  if (draft.version !== null && draft.version > stored.version) return { draft, isApart: false };
  const holdsMore = draft.edited && !isSameContent(draft, fresh.draft);
  const wasSubmitted = stored.status === 'PENDING' && draft.status !== 'PENDING';
  if (!holdsMore) return wasSubmitted ? null : fresh;
  return { draft, isApart: draft.version !== stored.version };
}
