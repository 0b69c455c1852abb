import { formatPhone } from '#app/lib/text/phone.ts';
import { ADDRESS_FIELDS, type AddressPart } from '#app/schemas/address-fields.ts';
import { designationSize } from '#app/schemas/designation-size.ts';
import { ofEachField, pickFields } from '#app/schemas/field-tables.ts';
import { STUDENT_FIELDS, STUDENT_TEXTS, type StudentText } from '#app/schemas/student-fields.ts';
import type { StudentDraft } from '#app/schemas/student.ts';

/** A student in a form; texts are as typed and may be invalid. */
export interface DraftStudent extends Record<StudentText, string> {
  id?: string | undefined;
  twin: boolean;
  address: Record<AddressPart, string>;
}

/** Returns an empty form; `state` is the installation's default. */
export function emptyStudent(state: string): DraftStudent {
  return {
    ...ofEachField(STUDENT_TEXTS, () => ''),
    twin: false,
    address: { ...ofEachField(ADDRESS_FIELDS, () => ''), state },
  };
}

/** Returns whether anything was entered; the state doesn't count because it's filled in by default. */
export function isFilledIn(student: DraftStudent | StudentDraft): boolean {
  const { id: _id, twin, address, ...texts } = student;
  const { state: _state, ...addressTexts } = address;
  const values = [...Object.values(texts), ...Object.values(addressTexts)];
  return twin || values.some((value) => (value ?? '').trim() !== '');
}

/** Returns the list cut or padded to the number of students for this class size (specification, section 5). */
export function studentsForClass(
  students: readonly DraftStudent[],
  classSize: number,
  state: string,
): DraftStudent[] {
  const size = designationSize(classSize);
  const missing = Math.max(0, size - students.length);
  return [...students.slice(0, size), ...Array.from({ length: missing }, () => emptyStudent(state))];
}

/** Returns how many filled forms exceed the number for this class size. */
export function countDropped(students: readonly DraftStudent[], classSize: number): number {
  return students.slice(designationSize(classSize)).filter(isFilledIn).length;
}

/** Returns how many students a smaller class has to remove, not counting empty forms; 0 if all of them fit. */
export function countRemoved(students: readonly DraftStudent[], classSize: number): number {
  if (countDropped(students, classSize) === 0) return 0;
  return Math.max(0, students.filter(isFilledIn).length - designationSize(classSize));
}

/** Returns the list for a smaller class, without the removed students and, if needed, without empty forms. */
export function withoutRemoved<Student extends DraftStudent>(
  students: readonly Student[],
  classSize: number,
  isRemoved: (student: Student, index: number) => boolean,
): Student[] {
  if (countDropped(students, classSize) === 0) return students.slice(0, designationSize(classSize));
  return students.filter((student, index) => isFilledIn(student) && !isRemoved(student, index));
}

/** Returns the list without the empty forms at its end, which can be recreated. */
export function withoutTrailingEmpty<Student extends DraftStudent | StudentDraft>(
  students: readonly Student[],
): Student[] {
  const last = students.findLastIndex(isFilledIn);
  return students.slice(0, last + 1);
}

/** Returns the list with stored IDs only; a student whom someone else removed counts as new. */
export function withStoredIds<Student extends { id?: string }>(
  students: readonly Student[],
  stored: readonly { readonly id?: string | undefined }[],
): Student[] {
  const known = new Set(stored.map(({ id }) => id));
  return students.map((student) =>
    student.id === undefined || known.has(student.id) ? student : { ...student, id: undefined },
  );
}

/** Returns what was entered about a student, in a fixed order and without the ID. */
export function enteredValues({ address, ...student }: DraftStudent): Omit<DraftStudent, 'id'> {
  return { ...pickFields(STUDENT_FIELDS, student), address: pickFields(ADDRESS_FIELDS, address) };
}

/** Returns the list with the stored IDs by index; only the server creates IDs. */
export function withIdsByIndex(
  students: readonly DraftStudent[],
  ids: readonly (string | undefined)[],
): DraftStudent[] {
  return students.map((student, index) =>
    student.id === ids[index] ? student : { ...student, id: ids[index] },
  );
}

/** Returns whether two lists of students are equal once stored. */
export function isSameList(one: readonly DraftStudent[], other: readonly DraftStudent[]): boolean {
  return canonical(peopleOf(one)) === canonical(peopleOf(other));
}

/** Returns whether two values of a field, or two addresses, are equal once stored. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** Returns the student as stored: the phone number is formatted even while its field still has the focus. */
export function asStored(student: DraftStudent): Omit<DraftStudent, 'id'> {
  return enteredValues({ ...student, phone: formatPhone(student.phone) });
}

/** Returns whether a named student is stored as shown; values that can't be stored are stored as blanks. */
export function isStoredAs(stored: DraftStudent, shown: DraftStudent): boolean {
  if (stored.first === '' || stored.last === '') return isSameValue(asStored(stored), asStored(shown));
  const [before, now] = [asStored(stored), asStored(shown)];
  const address = withSameBlanks(before.address, now.address);
  return isSameValue(before, { ...withSameBlanks(before, now), address });
}

/** Blanks the values that are blank in `before`. */
function withSameBlanks<Part extends object>(before: Part, now: Part): Part {
  const blanks = Object.entries(before).filter(([, value]) => value === '');
  return { ...now, ...Object.fromEntries(blanks) };
}

function peopleOf(students: readonly DraftStudent[]) {
  return withoutTrailingEmpty(students).map(asStored);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.trim().normalize().replaceAll('\r\n', '\n') : part,
  );
}
