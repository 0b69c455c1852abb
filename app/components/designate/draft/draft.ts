import {
  countDropped,
  type DraftStudent,
  enteredOf,
  isSameList,
  isSameValue,
} from '#app/lib/students/draft-students.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { Criteria, DesignationStatus } from '#app/schemas/enums.ts';

/** What a school enters between the agreement and the submission. */
export interface DraftContent {
  readonly classSize: number | null;
  readonly criteria: Criteria | null;
  readonly criteriaComment: string;
  readonly students: readonly DraftStudent[];
}

/** The fields of a designation apart from its students. */
export type DraftMethod = Omit<DraftContent, 'students'>;

/**
 * The draft in the browser (specification, section 3), based on the stored designation in `version` and `stored`.
 * `edited` means there are unsaved edits; `sent` is an unanswered save, which may or may not be stored.
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

/** The school and year of a draft or of a designate screen. */
export interface DraftTarget {
  readonly highSchool: { readonly id: string; readonly name: string };
  readonly academicYear: { readonly id: string; readonly year: number };
}

/** A new draft for a school and year, before anything is stored or typed. */
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

/** The draft of a stored designation; whoever gets here has accepted the terms. */
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

/** The fields of a designation that a draft is loaded from. */
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

/** A stored designation's content as the forms have it. */
export function contentOf(designation: StoredDesignation): DraftContent {
  return {
    classSize: designation.classSize,
    criteria: designation.criteria,
    criteriaComment: designation.criteriaComment ?? '',
    students: designation.students.map((student) => ({ id: student.id, ...enteredOf(student) })),
  };
}

/**
 * The class size that determines the number of students: the stored one as long as the typed one would remove
 * students, because Continue asks first (decisions, section 9).
 */
export function confirmedClassSize({ classSize, stored, students }: Draft): number | null {
  return classSize === null || countDropped(students, classSize) > 0 ? stored.classSize : classSize;
}

/** Whether a draft is for this school and year; choosing another clears it (specification, section 2). */
export function isDraftOf(draft: Draft, target: DraftTarget): boolean {
  return draft.highSchool.id === target.highSchool.id && draft.academicYear.id === target.academicYear.id;
}

/** Whether two contents are equal once stored: ignores ids, surrounding blanks and empty forms at the end. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  return isSameValue(methodOf(one), methodOf(other)) && isSameList(one.students, other.students);
}

function methodOf({ classSize, criteria, criteriaComment }: DraftContent): DraftMethod {
  return { classSize, criteria, criteriaComment };
}

/** What a step works on. */
export interface WorkingCopy {
  /** What the forms show; saves are based on its `version`. */
  readonly draft: Draft;
  /**
   * The draft has edits, and the stored designation was changed elsewhere since it was loaded: they have to be
   * merged.
   */
  readonly isApart: boolean;
}

/**
 * The draft with its edits, or the stored designation if that is newer or there are no edits. Null if a PENDING
 * designation wasn't resumed on the agreement step (specification, section 4).
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
