import type { DraftStudent } from '#app/lib/students/draft-students.ts';

type NamedStudent = Pick<DraftStudent, 'first' | 'last'>;

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

/** Returns 'Student 3 (Ann Lee)', with the name from the first version that has one; `index` from 0. */
export function formatStudent(index: number, ...versions: (NamedStudent | undefined)[]): string {
  const name = versions.map(nameOf).find((known) => known !== '');
  return `Student ${index + 1}${name === undefined ? '' : ` (${name})`}`;
}

function nameOf(student: NamedStudent | undefined): string {
  return `${student?.first ?? ''} ${student?.last ?? ''}`.trim();
}
