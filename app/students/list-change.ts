import { studentName } from '#app/students/student-labels.ts';
import { type DraftStudent, enteredValues, isFilledIn } from '#app/students/draft-students.ts';

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

/**
 * Returns the list before a change, with what was typed since: students whom the change left as they were are as in
 * `now`, and those added since take empty forms. `lost` are those added since for whom there is none.
 */
export function listBefore(
  before: readonly DraftStudent[],
  after: readonly DraftStudent[],
  now: readonly DraftStudent[],
): { students: DraftStudent[]; lost: DraftStudent[] } {
  const indexes = new Map<string, number[]>();
  for (const [index, student] of after.entries()) {
    const same = indexes.get(contentsOf(student));
    if (same === undefined) indexes.set(contentsOf(student), [index]);
    else same.push(index);
  }
  const kept = new Set<number>();
  const restored = before.map((student) => {
    const index = indexes.get(contentsOf(student))?.shift();
    const current = index === undefined ? undefined : now[index];
    if (index === undefined || current === undefined) return student;
    kept.add(index);
    return current;
  });
  const lost = now.filter((student, index) => {
    const wasEmpty = after[index] === undefined || !isFilledIn(after[index]);
    return wasEmpty && isFilledIn(student) && !kept.has(index);
  });
  const students = restored.map((student) => (isFilledIn(student) ? student : (lost.shift() ?? student)));
  return { students, lost };
}

function contentsOf(student: DraftStudent): string {
  return JSON.stringify([student.id, enteredValues(student)]);
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

/** @param lost the students added since for whom there is no form */
export function undoneOutcome(outcome: ListOutcome, lost: readonly DraftStudent[]): ListOutcome {
  const names = lost.map((student, index) => studentName(student, index)).join(', ');
  return {
    ...outcome,
    remarks: lost.length === 0 ? [] : [`No longer on the list, because it's full: ${names}.`],
  };
}

/** Returns whether no student is below the one at this index. */
export function isLastStudent(students: readonly DraftStudent[], index: number): boolean {
  return !students.slice(index + 1).some(isFilledIn);
}
