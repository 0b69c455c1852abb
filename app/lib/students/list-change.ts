import { type DraftStudent, enteredOf, isFilledIn } from '#app/lib/students/draft-students.ts';

/** What a change of the list or an import did, or why it failed. */
export interface ListOutcome {
  readonly isFailure: boolean;
  readonly message: string;
  readonly remarks: readonly string[];
  /** Index of the student who was moved, beside whose open form this is shown. */
  readonly moved?: number;
}

export interface ListChange {
  readonly outcome: ListOutcome;
  /** The list before the change if it can be undone. */
  readonly before: readonly DraftStudent[] | null;
  /** The list right after the change; absent if the server made it. */
  readonly after?: readonly DraftStudent[];
}

/** Returns the list before a change. Students whom the change left as they were are as in `now`, typed text included. */
export function listBefore(
  before: readonly DraftStudent[],
  after: readonly DraftStudent[],
  now: readonly DraftStudent[],
): DraftStudent[] {
  const indexes = new Map<string, number[]>();
  for (const [index, student] of after.entries()) {
    const same = indexes.get(contentsOf(student));
    if (same === undefined) indexes.set(contentsOf(student), [index]);
    else same.push(index);
  }
  return before.map((student) => {
    const index = indexes.get(contentsOf(student))?.shift();
    return (index === undefined ? undefined : now[index]) ?? student;
  });
}

function contentsOf(student: DraftStudent): string {
  return JSON.stringify([student.id, enteredOf(student)]);
}

function doneOutcome(message: string): ListOutcome {
  return { isFailure: false, message, remarks: [] };
}

/** @param isLast whether no student is below */
export function removedOutcome(name: string, isLast: boolean): ListOutcome {
  return doneOutcome(`Removed ${name}.${isLast ? '' : ' Students below moved up one place.'}`);
}

/** @param position the student's new position, from 1 */
export function movedOutcome(name: string, position: number): ListOutcome {
  return { ...doneOutcome(`Moved ${name} to position ${position}.`), moved: position - 1 };
}

export const UNDONE = doneOutcome('Undone. Your earlier list is back.');
export const REDONE = doneOutcome('Redone. Your changes are back.');

/** Returns whether no student is below the one at this index. */
export function isLastStudent(students: readonly DraftStudent[], index: number): boolean {
  return !students.slice(index + 1).some(isFilledIn);
}
