import { type DraftStudent, isFilledIn } from '#app/lib/students/draft-students.ts';

/** What a change of the list, or an import, did. */
export interface CsvOutcome {
  readonly isFailure: boolean;
  readonly message: string;
  readonly remarks: readonly string[];
}

/** `before` is the earlier list if the change can be undone. */
export interface ListChange {
  readonly outcome: CsvOutcome;
  readonly before: readonly DraftStudent[] | null;
}

function doneOutcome(message: string): CsvOutcome {
  return { isFailure: false, message, remarks: [] };
}

/** @param isLast whether no student is below */
export function removedOutcome(name: string, isLast: boolean): CsvOutcome {
  return doneOutcome(`Removed ${name}.${isLast ? '' : ' Students below moved up one place.'}`);
}

/** @param position the student's new position, from 1 */
export function movedOutcome(name: string, position: number): CsvOutcome {
  return doneOutcome(`Moved ${name} to position ${position}.`);
}

export const UNDONE = doneOutcome('Undone. Your earlier list is back.');
export const REDONE = doneOutcome('Redone. Your changes are back.');

/** Returns whether no student is below the one at this index. */
export function isLastStudent(students: readonly DraftStudent[], index: number): boolean {
  return !students.slice(index + 1).some(isFilledIn);
}
