import type { DraftContent, DraftMethod } from '#app/components/designate/draft/draft.ts';
import {
  type DraftStudent,
  isFilledIn,
  isSameValue,
  withoutTrailingEmpty,
} from '#app/lib/students/draft-students.ts';
import { formatStudent } from '#app/lib/students/listed-warnings.ts';
import { METHOD_FIELDS } from '#app/schemas/designation-fields.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { STUDENT_FIELDS } from '#app/schemas/student-fields.ts';

/** Labels of a student's fields in lowercase, for use in sentences. */
export const STUDENT_LABELS: Readonly<Record<keyof Omit<DraftStudent, 'id'>, string>> = {
  ...ofEachField(STUDENT_FIELDS, ({ label }) => label.toLowerCase()),
  address: 'address',
};

export const METHOD_LABELS: Readonly<Record<keyof DraftMethod, string>> = ofEachField(
  METHOD_FIELDS,
  ({ label }) => label,
);

/** Maximum number of differences listed; the rest are counted. */
const MOST_NAMED = 8;

/** Labels for a student who is in only one of two contents. */
export interface OnlyIn {
  readonly one: string;
  readonly other: string;
}

/** For a draft (one) and the stored version (other). */
export const APART: OnlyIn = { one: 'only in your version', other: 'only in the latest version' };

/** For the contents before (one) and after (other) a change. */
export const CHANGED: OnlyIn = { one: 'removed', other: 'added' };

/**
 * Lists the differences between two contents by student and field, without values: 'Class size',
 * 'Student 3 (Ann Lee): phone, address'.
 */
export function formatDifferences(one: DraftContent, other: DraftContent, onlyIn: OnlyIn): string[] {
  const fields = fieldsApart(METHOD_LABELS, one, other);
  const [ours, others] = [withoutTrailingEmpty(one.students), withoutTrailingEmpty(other.students)];
  const students = Array.from({ length: Math.max(ours.length, others.length) }, (_, index) =>
    studentDifference(index, ours[index], others[index], onlyIn),
  ).filter((difference) => difference !== null);
  const named = [...fields, ...students];
  const more = named.length - MOST_NAMED;
  return more <= 0 ? named : [...named.slice(0, MOST_NAMED), `and ${more} more`];
}

function studentDifference(
  index: number,
  one: DraftStudent | undefined,
  other: DraftStudent | undefined,
  onlyIn: OnlyIn,
): string | null {
  const name = formatStudent(index, other, one);
  const [isInOne, isInOther] = [one, other].map((student) => student !== undefined && isFilledIn(student));
  if (one === undefined || other === undefined || isInOne !== isInOther) {
    if (isInOne === isInOther) return null;
    return `${name}: ${isInOne === true ? onlyIn.one : onlyIn.other}`;
  }
  const fields = isInOne === true ? fieldsApart(STUDENT_LABELS, one, other) : [];
  return fields.length === 0 ? null : `${name}: ${fields.join(', ')}`;
}

function fieldsApart<Field extends string>(
  labels: Readonly<Record<Field, string>>,
  one: Readonly<Record<Field, unknown>>,
  other: Readonly<Record<Field, unknown>>,
): string[] {
  return Object.entries<string>(labels).flatMap(([field, label]) =>
    isSameValue(one[field as Field], other[field as Field]) ? [] : [label],
  );
}
