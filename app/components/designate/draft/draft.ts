import {
  countDropped,
  type DraftStudent,
  enteredOf,
  isSameList,
  isSameValue,
} from '#app/lib/students/draft-students.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { Criteria, DesignationStatus } from '#app/schemas/enums.ts';

/** What staff enter between the agreement and the submission. */
export interface DraftContent {
  readonly classSize: number | null;
  readonly criteria: Criteria | null;
  readonly criteriaComment: string;
  readonly students: readonly DraftStudent[];
}

/** What stands alone in a designation, beside its students. */
export type DraftMethod = Omit<DraftContent, 'students'>;

/**
 * The designation draft of the specification (section 3), kept in the browser. `id`, `version`, `status` and `stored` tell of the
 * stored designation it is based on, null or empty before there is one; `edited` tells whether it holds anything that is not stored
 * there. `sent` is what was sent to be saved and has not been answered, so that nobody knows whether it is stored; null otherwise.
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

/** The school and the year that a draft, or an address of the designate screens, is about. */
export interface DraftTarget {
  readonly highSchool: { readonly id: string; readonly name: string };
  readonly academicYear: { readonly id: string; readonly year: number };
}

/** A draft of a school and year chosen on the dashboard, before anything is stored or typed. */
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

/** The draft loaded from a stored designation with its students; whoever gets here has accepted the terms. */
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

/** The part of a designation's answer that a draft is loaded from. */
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

/** What a stored designation holds, as the forms hold it. */
export function contentOf(designation: StoredDesignation): DraftContent {
  return {
    classSize: designation.classSize,
    criteria: designation.criteria,
    criteriaComment: designation.criteriaComment ?? '',
    students: designation.students.map((student) => ({ id: student.id, ...enteredOf(student) })),
  };
}

/**
 * The class size that the list of students follows: the typed one, or the stored one while none is typed or while the typed one
 * would drop students, for that is asked first (decisions, section 9).
 */
export function confirmedClassSize({ classSize, stored, students }: Draft): number | null {
  return classSize === null || countDropped(students, classSize) > 0 ? stored.classSize : classSize;
}

/** Whether a draft is about this school and year; choosing another clears it (specification, section 2). */
export function isDraftOf(draft: Draft, place: DraftTarget): boolean {
  return draft.highSchool.id === place.highSchool.id && draft.academicYear.id === place.academicYear.id;
}

/** Whether two contents say the same once stored: ids, blanks around texts and empty forms at the end do not count. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  return isSameValue(methodOf(one), methodOf(other)) && isSameList(one.students, other.students);
}

function methodOf({ classSize, criteria, criteriaComment }: DraftContent): DraftMethod {
  return { classSize, criteria, criteriaComment };
}

/** What a step works on. */
export interface WorkingCopy {
  /** What the forms show; always bound to `version` of the stored designation when it is sent. */
  readonly draft: Draft;
  /** The stored designation was changed elsewhere after this draft was loaded, and the draft holds edits: they are to be merged. */
  readonly isApart: boolean;
}

/**
 * Brings the browser's draft and the stored designation together as far as nothing has to be merged: edits made on the stored
 * version stay, and a newer stored version replaces a draft without edits, or one that says the same. What was loaded before this
 * draft was saved again is out of date and changes nothing. Null where a PENDING designation was not taken up by confirming on
 * the agreement step (specification, section 4).
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
