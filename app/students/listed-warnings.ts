import { type DraftStudent, isStoredAs } from '#app/students/draft-students.ts';
import type { LookalikePair } from '#app/students/same-student.ts';
import { formatStudent, type NamedStudent } from '#app/students/student-labels.ts';
import { ageWarning } from '#app/lib/time/age.ts';

/** Returns the server's warnings by index, without those about students changed since they were stored. */
export function currentWarnings(
  warnings: Readonly<Record<string, readonly string[]>>,
  stored: readonly DraftStudent[],
  students: readonly DraftStudent[],
): (readonly string[])[] {
  return students.map((student) => {
    const found = warnings[student.id ?? ''];
    const before = found && stored.find(({ id }) => id === student.id);
    return before && isStoredAs(before, student) ? found : [];
  });
}

/**
 * Returns what to check about each student, by index: the age, others who may be the same person, and what the
 * server found. None of it blocks.
 * @param found the server's warnings by index
 */
export function allWarnings(
  students: readonly Pick<DraftStudent, 'dateOfBirth'>[],
  today: string,
  pairs: readonly LookalikePair[],
  found: readonly (readonly string[])[],
): string[][] {
  return students.map(({ dateOfBirth }, index) => {
    const position = index + 1;
    const others = pairs.flatMap(({ first, second }) =>
      first === position ? [second] : second === position ? [first] : [],
    );
    const age = ageWarning(dateOfBirth, today);
    return [
      ...(age === null ? [] : [age]),
      ...others.map((other) => `This student and student ${other} may be the same person.`),
      ...(found[index] ?? []),
    ];
  });
}

export interface ListedWarning {
  /** The student's position in the list, from 1. */
  readonly position: number;
  /** 'Student 3 (Ann Lee)' */
  readonly student: string;
  readonly warning: string;
}

/** Returns one item for each of the warnings from `allWarnings`. */
export function listedWarnings(
  students: readonly NamedStudent[],
  warnings: readonly (readonly string[])[],
): ListedWarning[] {
  return students.flatMap((student, index) =>
    (warnings[index] ?? []).map((warning) => ({
      position: index + 1,
      student: formatStudent(index, student),
      warning,
    })),
  );
}
