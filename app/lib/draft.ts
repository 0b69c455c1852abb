import { designationSize } from '#app/lib/designation-size.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { Criteria } from '#app/schemas/enums.ts';
import type { StudentDraft } from '#app/schemas/student.ts';

/** A student as the forms hold one: every text as it was typed, right or wrong. */
export interface DraftStudent {
  id?: string | undefined;
  first: string;
  middle: string;
  last: string;
  preferred: string;
  dateOfBirth: string;
  twin: boolean;
  phone: string;
  email: string;
  parentEmail: string;
  address: {
    address1: string;
    address2: string;
    city: string;
    state: string;
    zip5: string;
    zip4: string;
    firmName: string;
    urbanization: string;
  };
}

/** What staff enter between the agreement and the submission. */
export interface DraftContent {
  readonly classSize: number | null;
  readonly criteria: Criteria | null;
  readonly criteriaComment: string;
  readonly students: readonly DraftStudent[];
}

/**
 * The designation draft of the specification (section 3), kept in the browser. `id` and `version` name the stored designation it
 * is based on, null before there is one; `edited` tells whether it holds anything that was not loaded from there.
 */
export interface Draft extends DraftContent, DraftPlace {
  readonly format: 1;
  readonly userId: string;
  readonly id: string | null;
  readonly version: number | null;
  readonly acceptedTerms: boolean;
  readonly edited: boolean;
}

/** The school and the year that a draft, or an address of the designate screens, is about. */
export interface DraftPlace {
  readonly highSchool: { readonly id: string; readonly name: string };
  readonly academicYear: { readonly id: string; readonly year: number };
}

/** A draft of a school and year chosen on the dashboard, before anything is stored or typed. */
export function newDraft(userId: string, { highSchool, academicYear }: DraftPlace): Draft {
  return {
    format: 1,
    userId,
    id: null,
    version: null,
    highSchool: { id: highSchool.id, name: highSchool.name },
    academicYear: { id: academicYear.id, year: academicYear.year },
    acceptedTerms: false,
    edited: false,
    classSize: null,
    criteria: null,
    criteriaComment: '',
    students: [],
  };
}

/** The draft loaded from a stored designation with its students; whoever gets here has accepted the terms. */
export function draftOfDesignation(userId: string, designation: StoredDesignation): Draft {
  return {
    ...newDraft(userId, designation),
    ...contentOf(designation),
    id: designation.id,
    version: designation.version,
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

/** A form nobody has touched; `state` is the installation's own. */
export function emptyStudent(state: string): DraftStudent {
  return {
    first: '',
    middle: '',
    last: '',
    preferred: '',
    dateOfBirth: '',
    twin: false,
    phone: '',
    email: '',
    parentEmail: '',
    address: {
      address1: '',
      address2: '',
      city: '',
      state,
      zip5: '',
      zip4: '',
      firmName: '',
      urbanization: '',
    },
  };
}

/** Whether a form holds anything; the state does not count, for it is filled in beforehand. */
export function holdsSomething(student: DraftStudent | StudentDraft): boolean {
  const { id: _id, twin, address, ...texts } = student;
  const { state: _state, ...addressTexts } = address;
  const values = [...Object.values(texts), ...Object.values(addressTexts)];
  return twin || values.some((value) => (value ?? '').trim() !== '');
}

/** The list cut or filled up with empty forms to the number that a class of this size designates (specification, section 5). */
export function studentsForClass(
  students: readonly DraftStudent[],
  classSize: number,
  state: string,
): DraftStudent[] {
  const size = designationSize(classSize);
  const missing = Math.max(0, size - students.length);
  return [...students.slice(0, size), ...Array.from({ length: missing }, () => emptyStudent(state))];
}

/** How many of the forms that a class of this size has no place for hold something. */
export function countDropped(students: readonly DraftStudent[], classSize: number): number {
  return students.slice(designationSize(classSize)).filter(holdsSomething).length;
}

/** The list without the empty forms at its end, which are made anew wherever they are needed. */
export function withoutTrailingEmpty<Student extends DraftStudent | StudentDraft>(
  students: readonly Student[],
): Student[] {
  const last = students.findLastIndex(holdsSomething);
  return students.slice(0, last + 1);
}

/** The list with only those ids that the stored one has too; a student somebody else took off it is entered anew. */
export function withStoredIds<Student extends { id?: string }>(
  students: readonly Student[],
  stored: readonly { readonly id: string }[],
): Student[] {
  const known = new Set(stored.map(({ id }) => id));
  return students.map((student) =>
    student.id === undefined || known.has(student.id) ? student : { ...student, id: undefined },
  );
}

/** Whether two contents say the same once stored: ids, blanks around texts and empty forms at the end do not count. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  return canonical(one) === canonical(other);
}

function canonical({ classSize, criteria, criteriaComment, students }: DraftContent): string {
  const people = withoutTrailingEmpty(students).map(enteredOf);
  return JSON.stringify({ classSize, criteria, criteriaComment, people }, (_key, value: unknown) =>
    typeof value === 'string' ? value.trim().normalize().replaceAll('\r\n', '\n') : value,
  );
}

/** What was entered about a student, in one fixed order and without ids. */
function enteredOf({ address, ...student }: DraftStudent): Omit<DraftStudent, 'id'> {
  return {
    first: student.first,
    middle: student.middle,
    last: student.last,
    preferred: student.preferred,
    dateOfBirth: student.dateOfBirth,
    twin: student.twin,
    phone: student.phone,
    email: student.email,
    parentEmail: student.parentEmail,
    address: {
      address1: address.address1,
      address2: address.address2,
      city: address.city,
      state: address.state,
      zip5: address.zip5,
      zip4: address.zip4,
      firmName: address.firmName,
      urbanization: address.urbanization,
    },
  };
}

/** What a step works on, and whether it may. */
export interface WorkingCopy {
  /** What the forms show; always bound to `version` of the stored designation when it is sent. */
  readonly draft: Draft;
  /** The stored designation was changed by somebody else after this draft was loaded, and the draft holds edits. */
  readonly isConflict: boolean;
}

/**
 * Brings the browser's draft and the stored designation together: edits made on the stored version win, a newer stored
 * version replaces a draft without edits, and where both have changed the edits stay and the person is asked, unless the
 * newer version is this browser's own save (`savedVersion`). Null where a PENDING designation was not taken up by confirming
 * on the agreement step (specification, section 4).
 */
export function reconcile(
  draft: Draft | null,
  userId: string,
  stored: StoredDesignation,
  savedVersion: number | null = null,
): WorkingCopy | null {
  const fresh = draftOfDesignation(userId, stored);
  if (draft === null || draft.id !== stored.id) {
    return stored.status === 'PENDING' ? null : { draft: fresh, isConflict: false };
  }
  if (isSameContent(draft, fresh)) return { draft: fresh, isConflict: false };
  if (draft.version === stored.version) return { draft, isConflict: false };
  if (!draft.edited) return { draft: fresh, isConflict: false };
  return savedVersion === stored.version
    ? { draft: { ...draft, version: stored.version }, isConflict: false }
    : { draft, isConflict: true };
}

/** Whether a draft is about this school and year; choosing another clears it (specification, section 2). */
export function isDraftOf(draft: Draft, place: DraftPlace): boolean {
  return draft.highSchool.id === place.highSchool.id && draft.academicYear.id === place.academicYear.id;
}
