import { formatPhone } from '#app/lib/text/phone.ts';
import { ADDRESS_FIELDS, type AddressPart } from '#app/schemas/address-fields.ts';
import { designationSize } from '#app/schemas/designation-size.ts';
import { ofEachField, pickFields } from '#app/schemas/field-tables.ts';
import { STUDENT_FIELDS, STUDENT_TEXTS, type StudentText } from '#app/schemas/student-fields.ts';
import type { StudentDraft } from '#app/schemas/student.ts';

/** A student as the forms hold one: every text as it was typed, right or wrong. */
export interface DraftStudent extends Record<StudentText, string> {
  id?: string | undefined;
  twin: boolean;
  address: Record<AddressPart, string>;
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
export function isFilledIn(student: DraftStudent | StudentDraft): boolean {
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
  return students.slice(designationSize(classSize)).filter(isFilledIn).length;
}

/**
 * How many students a smaller class has no place for, once the forms between them that hold nothing are gone; 0 where no form that holds
 * something is in the way.
 */
export function countRemoved(students: readonly DraftStudent[], classSize: number): number {
  if (countDropped(students, classSize) === 0) return 0;
  return Math.max(0, students.filter(isFilledIn).length - designationSize(classSize));
}

/** The list of a smaller class: without those who leave and, where that is needed for the others, without empty forms between them. */
export function withoutRemoved<Student extends DraftStudent>(
  students: readonly Student[],
  classSize: number,
  isRemoved: (student: Student, place: number) => boolean,
): Student[] {
  if (countDropped(students, classSize) === 0) return students.slice(0, designationSize(classSize));
  return students.filter((student, place) => isFilledIn(student) && !isRemoved(student, place));
}

/** The list without the empty forms at its end, which are made anew wherever they are needed. */
export function withoutTrailingEmpty<Student extends DraftStudent | StudentDraft>(
  students: readonly Student[],
): Student[] {
  const last = students.findLastIndex(isFilledIn);
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
export function withIdsByIndex(
  students: readonly DraftStudent[],
  ids: readonly (string | undefined)[],
): DraftStudent[] {
  return students.map((student, place) =>
    student.id === ids[place] ? student : { ...student, id: ids[place] },
  );
}

/** Whether two lists of students say the same once stored. */
export function isSameList(one: readonly DraftStudent[], other: readonly DraftStudent[]): boolean {
  return canonical(peopleOf(one)) === canonical(peopleOf(other));
}

/** Whether two values of one field, or two addresses, say the same once stored. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** A student as it is stored: a phone is given its form even while its field has not been left. */
export function asStored(student: DraftStudent): Omit<DraftStudent, 'id'> {
  return enteredOf({ ...student, phone: formatPhone(student.phone) });
}

function peopleOf(students: readonly DraftStudent[]) {
  return withoutTrailingEmpty(students).map(asStored);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.trim().normalize().replaceAll('\r\n', '\n') : part,
  );
}
