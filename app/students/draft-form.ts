import type { DraftStudent } from '#app/students/draft-students.ts';
import { ADDRESS_FIELDS } from '#app/schemas/address-fields.ts';
import { CRITERIA, type Criteria } from '#app/schemas/enums.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { STUDENT_TEXTS } from '#app/schemas/student-fields.ts';

/** Form field with the whole list as JSON; the fields of open students override it. */
export const LIST_FIELD = 'list';

/** Button that opens a student's form, from 1; 0 closes the open one. */
export const OPEN_FIELD = 'open';

const FIELD_NAME = /^students\[(\d{1,4})\]\.(.+)$/;

/** Returns the student from the fields `students[3].first`, `students[3].address.city` and so on, as typed. */
export function studentOfForm(form: FormData, index: number): DraftStudent {
  return studentOfFields(fieldsByStudent(form).get(index) ?? new Map());
}

/** Returns the students in the form's fields by index. Reads the form once for all of them. */
export function studentsInFields(form: FormData): Map<number, DraftStudent> {
  return new Map(Array.from(fieldsByStudent(form), ([index, fields]) => [index, studentOfFields(fields)]));
}

type Fields = ReadonlyMap<string, FormDataEntryValue>;

function fieldsByStudent(form: FormData): Map<number, Map<string, FormDataEntryValue>> {
  const students = new Map<number, Map<string, FormDataEntryValue>>();
  for (const [name, value] of form.entries()) {
    const [, index, field] = FIELD_NAME.exec(name) ?? [];
    if (index === undefined || field === undefined) continue;
    const fields = students.get(Number(index)) ?? new Map<string, FormDataEntryValue>();
    students.set(Number(index), fields.set(field, value));
  }
  return students;
}

function studentOfFields(fields: Fields): DraftStudent {
  const text = (field: string) => textIn(fields.get(field));
  const student: DraftStudent = {
    ...ofEachField(STUDENT_TEXTS, (_, name) => text(name)),
    twin: text('twin') === 'on',
    address: ofEachField(ADDRESS_FIELDS, (_, part) => text(`address.${part}`)),
  };
  const id = text('id');
  return id === '' ? student : { ...student, id };
}

/** Returns class size, criteria and comment as typed; the class size is null if it isn't a whole number. */
export function methodOfForm(form: FormData): {
  classSize: number | null;
  criteria: Criteria | null;
  criteriaComment: string;
} {
  const classSize = textOf(form, 'classSize').trim();
  const criteria = textOf(form, 'criteria');
  return {
    classSize: /^\d{1,6}$/.test(classSize) ? Number(classSize) : null,
    criteria: CRITERIA.find((known) => known === criteria) ?? null,
    criteriaComment: textOf(form, 'criteriaComment'),
  };
}

function textOf(form: FormData, name: string): string {
  return textIn(form.get(name));
}

function textIn(value: FormDataEntryValue | null | undefined): string {
  return typeof value === 'string' ? value : '';
}
