import type { DraftContent, DraftMethod } from '#app/components/designate/draft/draft.ts';
import {
  type DraftStudent,
  isFilledIn,
  isSameValue,
  withoutTrailingEmpty,
} from '#app/students/draft-students.ts';
import { formatStudent } from '#app/students/student-labels.ts';
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
const NAMED_MAX = 8;

/** Labels for a student who is in only one of two contents. */
interface OnlyIn {
  readonly one: string;
  readonly other: string;
}

/** For a draft (one) and the stored version (other). */
export const ONLY_IN_LABELS: OnlyIn = { one: 'only in your version', other: 'only in the latest version' };

/** For the contents before (one) and after (other) a change. */
export const CHANGED: OnlyIn = { one: 'removed', other: 'added' };

/**
 * Lists the differences between two contents by student and field, without values: 'Class size',
 * 'Student 3 (Ann Lee): phone, address'.
 */
export function formatDifferences(one: DraftContent, other: DraftContent, onlyIn: OnlyIn): string[] {
  const fields = differingFields(METHOD_LABELS, one, other);
  const students = pairedStudents(withoutTrailingEmpty(one.students), withoutTrailingEmpty(other.students))
    .map((pair) => studentDifference(pair, onlyIn))
    .filter((difference) => difference !== null);
  const named = [...fields, ...students];
  const more = named.length - NAMED_MAX;
  return more <= 0 ? named : [...named.slice(0, NAMED_MAX), `and ${more} more`];
}

interface StudentPair {
  /** Index in the first list, or else in the second. */
  readonly index: number;
  readonly one?: DraftStudent | undefined;
  readonly other?: DraftStudent | undefined;
}

/** Pairs the students of two lists by ID, and those without a pair by index if one of the two isn't stored yet. */
function pairedStudents(ones: readonly DraftStudent[], others: readonly DraftStudent[]): StudentPair[] {
  const pairAt = (index: number, one: DraftStudent) => {
    const other = others[index];
    const areBothStored = one.id !== undefined && other?.id !== undefined;
    const hasOtherPair = withId(ones, other?.id) !== undefined;
    return areBothStored || hasOtherPair ? undefined : other;
  };
  const pairs = ones.map((one, index): StudentPair => {
    return { index, one, other: withId(others, one.id) ?? pairAt(index, one) };
  });
  const paired = new Set(pairs.map(({ other }) => other));
  const rest = others.flatMap((other, index) => (paired.has(other) ? [] : [{ index, other }]));
  return [...pairs, ...rest].sort((a, b) => a.index - b.index);
}

function withId(list: readonly DraftStudent[], id: string | undefined): DraftStudent | undefined {
  return id === undefined ? undefined : list.find((student) => student.id === id);
}

function studentDifference({ index, one, other }: StudentPair, onlyIn: OnlyIn): string | null {
  const name = formatStudent(index, other, one);
  const [isInOne, isInOther] = [one, other].map((student) => student !== undefined && isFilledIn(student));
  if (one === undefined || other === undefined || isInOne !== isInOther) {
    if (isInOne === isInOther) return null;
    return `${name}: ${isInOne === true ? onlyIn.one : onlyIn.other}`;
  }
  const fields = isInOne === true ? differingFields(STUDENT_LABELS, one, other) : [];
  return fields.length === 0 ? null : `${name}: ${fields.join(', ')}`;
}

function differingFields<Field extends string>(
  labels: Readonly<Record<Field, string>>,
  one: Readonly<Record<Field, unknown>>,
  other: Readonly<Record<Field, unknown>>,
): string[] {
  return Object.entries<string>(labels).flatMap(([field, label]) =>
    isSameValue(one[field as Field], other[field as Field]) ? [] : [label],
  );
}
