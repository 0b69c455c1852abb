import type { DraftStudent } from '#app/lib/students/draft-students.ts';
import { counted } from '#app/lib/text/counted.ts';

/** What an import has to say afterwards. */
export interface CsvOutcome {
  readonly isFailure: boolean;
  readonly message: string;
  /** What else there is to say, a sentence each. */
  readonly remarks: readonly string[];
}

/** What was done to a list of students, and how the list was before, where that can be brought back. */
export interface ListChange {
  readonly outcome: CsvOutcome;
  readonly before: readonly DraftStudent[] | null;
}

/** What is asked before an import changes students who are in the forms. */
export interface ImportQuestion {
  readonly title: string;
  readonly message: string;
  readonly confirmLabel: string;
}

/** The button that says no to it. */
export const KEEP_LIST = 'Keep my list';

const REMARKS_MAX = 25;

/** So many students were taken over, and what else there is to say, a sentence each. */
export function filledOutcome(imported: number, remarks: readonly string[]): CsvOutcome {
  const more = remarks.length - REMARKS_MAX;
  return {
    isFailure: false,
    message: `${counted(imported, 'student')} imported. Check them, then choose Review.`,
    remarks: more > 0 ? [...remarks.slice(0, REMARKS_MAX), `And ${more} more like these.`] : remarks,
  };
}

/** Something else was done to the list. */
function doneOutcome(message: string): CsvOutcome {
  return { isFailure: false, message, remarks: [] };
}

export function removedOutcome(name: string): CsvOutcome {
  return doneOutcome(`Removed ${name}. Students below moved up one place.`);
}

export const UNDONE = doneOutcome('Undone. Your earlier list is back.');
export const REDONE = doneOutcome('Redone. Your changes are back.');

/** Nothing was taken over, and why. */
export function failedOutcome(message: string, remarks: readonly string[] = []): CsvOutcome {
  return { isFailure: true, message, remarks };
}

/**
 * The names of the import's fields in the students' form. Without scripts the list that an import would make, and the one before a
 * change, come along as JSON for the buttons that take or bring them back.
 */
export const IMPORT_FIELDS = { file: 'csv', imported: 'imported', before: 'before' } as const;

export const NO_CSV_CHOSEN = 'Choose a CSV file first.';
export const NO_CSV_STUDENTS = 'The file has no students below its header row.';
