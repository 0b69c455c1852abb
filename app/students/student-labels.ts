import { counted, formatNumber } from '#app/lib/text/counted.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { designationSize } from '#app/schemas/designation-size.ts';

export type NamedStudent = Pick<DraftStudent, 'first' | 'last'>;

/** Returns 'Ann Lee', or 'student 3' if there is no name; `index` is from 0. */
export function studentName(student: NamedStudent | undefined, index: number): string {
  return nameOf(student) || `student ${index + 1}`;
}

/** Returns 'Student 3 (Ann Lee)', with the name from the first version that has one; `index` from 0. */
export function formatStudent(index: number, ...versions: (NamedStudent | undefined)[]): string {
  const name = versions.map(nameOf).find((known) => known !== '');
  return `Student ${index + 1}${name === undefined ? '' : ` (${name})`}`;
}

function nameOf(student: NamedStudent | undefined): string {
  return `${student?.first ?? ''} ${student?.last ?? ''}`.trim();
}

/** Returns whether personal data was removed from a submitted list, because submitted students have names. */
export function arePurged(students: readonly NamedStudent[]): boolean {
  return students.some((student) => nameOf(student) === '');
}

interface StudentNames {
  readonly first: string;
  readonly middle: string;
  readonly last: string;
}

/** Returns 'Ann Marie Lee', or '' if there is no name. */
export function studentFullName({ first, middle, last }: StudentNames): string {
  return [first, middle, last].filter(Boolean).join(' ');
}

/** Returns the question before a smaller class removes students (decisions, section 9). */
export function removalQuestion(classSize: number, removed: number): string {
  return `With a class of ${formatNumber(classSize)}, you can designate ${counted(designationSize(classSize), 'student')}. Choose ${counted(removed, 'student')} to remove from your list.`;
}

/** Returns the error for too few or too many students. */
export function chosenMessage(wanted: number, chosen: number): string {
  return `Choose exactly ${counted(wanted, 'student')} to remove. You chose ${chosen}.`;
}
