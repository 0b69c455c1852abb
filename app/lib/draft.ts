import { designationSize } from '#app/schemas/designation-size.ts';
import { ADDRESS_FIELDS, type AddressPart } from '#app/schemas/address-fields.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { Criteria, DesignationStatus } from '#app/schemas/enums.ts';
import { ofEachField, pickFields } from '#app/schemas/field-tables.ts';
import type { StudentDraft } from '#app/schemas/student.ts';
import { STUDENT_FIELDS, STUDENT_TEXTS, type StudentText } from '#app/schemas/student-fields.ts';

/** A student as the forms hold one: every text as it was typed, right or wrong. */
export interface DraftStudent extends Record<StudentText, string> {
  id?: string | undefined;
  twin: boolean;
  address: Record<AddressPart, string>;
}

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
export interface Draft extends DraftContent, DraftPlace {
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
export interface DraftPlace {
  readonly highSchool: { readonly id: string; readonly name: string };
  readonly academicYear: { readonly id: string; readonly year: number };
}

/** A draft of a school and year chosen on the dashboard, before anything is stored or typed. */
export function newDraft(userId: string, { highSchool, academicYear }: DraftPlace): Draft {
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

/** A form nobody has touched; `state` is the installation's own. */
export function emptyStudent(state: string): DraftStudent {
  return {
    ...ofEachField(STUDENT_TEXTS, () => ''),
    twin: false,
    address: { ...ofEachField(ADDRESS_FIELDS, () => ''), state },
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

/**
 * How many students a smaller class has no place for, once the forms between them that hold nothing are gone; 0 where no form that holds
 * something is in the way.
 */
export function countRemoved(students: readonly DraftStudent[], classSize: number): number {
  if (countDropped(students, classSize) === 0) return 0;
  return Math.max(0, students.filter(holdsSomething).length - designationSize(classSize));
}

/** The list of a smaller class: without those who leave and, where that is needed for the others, without empty forms between them. */
export function withoutRemoved<Student extends DraftStudent>(
  students: readonly Student[],
  classSize: number,
  isRemoved: (student: Student, place: number) => boolean,
): Student[] {
  if (countDropped(students, classSize) === 0) return students.slice(0, designationSize(classSize));
  return students.filter((student, place) => holdsSomething(student) && !isRemoved(student, place));
}

/**
 * The class size that the list of students follows: the typed one, or the stored one while none is typed or while the typed one
 * would drop students, for that is asked first (decisions, section 9).
 */
export function confirmedClassSize({ classSize, stored, students }: Draft): number | null {
  return classSize === null || countDropped(students, classSize) > 0 ? stored.classSize : classSize;
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
  stored: readonly { readonly id?: string | undefined }[],
): Student[] {
  const known = new Set(stored.map(({ id }) => id));
  return students.map((student) =>
    student.id === undefined || known.has(student.id) ? student : { ...student, id: undefined },
  );
}

/** What was entered about a student, in one fixed order and without ids. */
export function enteredOf({ address, ...student }: DraftStudent): Omit<DraftStudent, 'id'> {
  return { ...pickFields(STUDENT_FIELDS, student), address: pickFields(ADDRESS_FIELDS, address) };
}

/** The list with the ids that the stored one has at the same places: the forms' order is the list's, and only the server makes ids. */
export function withIdsByPlace(
  students: readonly DraftStudent[],
  ids: readonly (string | undefined)[],
): DraftStudent[] {
  return students.map((student, place) =>
    student.id === ids[place] ? student : { ...student, id: ids[place] },
  );
}

/** Whether a draft is about this school and year; choosing another clears it (specification, section 2). */
export function isDraftOf(draft: Draft, place: DraftPlace): boolean {
  return draft.highSchool.id === place.highSchool.id && draft.academicYear.id === place.academicYear.id;
}
