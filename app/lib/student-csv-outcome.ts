import { counted } from '#app/lib/draft-words.ts';

/** What an import has to say afterwards. */
export interface CsvOutcome {
  readonly isFailure: boolean;
  readonly message: string;
  /** What else there is to say, a sentence each. */
  readonly remarks: readonly string[];
}

const REMARKS_MAX = 25;

/** So many students were taken over, and what else there is to say, a sentence each. */
export function filledOutcome(imported: number, remarks: readonly string[]): CsvOutcome {
  const more = remarks.length - REMARKS_MAX;
  return {
    isFailure: false,
    message: `${counted(imported, 'student')} imported. Check them, then go on to the review.`,
    remarks: more > 0 ? [...remarks.slice(0, REMARKS_MAX), `And ${more} more like these.`] : remarks,
  };
}

/** Nothing was taken over, and why. */
export function failedOutcome(message: string, remarks: readonly string[] = []): CsvOutcome {
  return { isFailure: true, message, remarks };
}

/** The names of the import's fields in the students' form. */
export const IMPORT_FIELDS = { file: 'csv', mayReplace: 'mayReplace' } as const;

export const NO_CSV_CHOSEN = 'Choose a CSV file first.';
export const NO_CSV_STUDENTS = 'The file has no students below its header line.';
