import { type DraftStudent, holdsSomething } from '#app/lib/draft.ts';
import { counted } from '#app/lib/draft-words.ts';
import type { CsvImport } from '#app/lib/student-csv.ts';

/** What an import would do to the forms, to be asked about and told. */
export interface CsvFill {
  /** The forms afterwards: as many as before. A place that the file does not reach stays as it is. */
  readonly students: readonly DraftStudent[];
  /** How many forms that hold something would be replaced. */
  readonly replaced: number;
  /** How many students were taken over. */
  readonly imported: number;
  /** 'The file has 12 students, but there are 9 places. …'; null where the numbers are equal. */
  readonly mismatch: string | null;
  /** What else to look at, a sentence each. */
  readonly remarks: readonly string[];
}

/** Puts the students of a file into the forms from the first place on; a form is replaced as a whole, never mixed. */
export function fillForms(forms: readonly DraftStudent[], file: CsvImport): CsvFill {
  const taken = file.students.slice(0, forms.length);
  return {
    students: [...taken, ...forms.slice(taken.length)],
    replaced: forms.slice(0, taken.length).filter(holdsSomething).length,
    imported: taken.length,
    mismatch: mismatchSentence(file.students.length, forms.length),
    remarks: [
      ...(file.missingColumns.length > 0
        ? [`The file has no column for: ${file.missingColumns.join(', ')}.`]
        : []),
      ...(file.unusedColumns.length > 0
        ? [`Columns that were not used: ${file.unusedColumns.join(', ')}.`]
        : []),
      ...(file.usesEmailForParents
        ? ['The file has no column Parent Email: the email column was used for it.']
        : []),
      ...file.problems,
    ],
  };
}

function mismatchSentence(found: number, places: number): string | null {
  if (found === places) return null;
  const sentence = `The file has ${counted(found, 'student')}, but there ${places === 1 ? 'is' : 'are'} ${counted(places, 'place')}.`;
  const left = Math.abs(places - found);
  return found > places
    ? `${sentence} ${counted(left, 'student')} at the end of the file ${left === 1 ? 'has' : 'have'} no place.`
    : `${sentence} ${counted(left, 'form')} at the end ${left === 1 ? 'stays as it is' : 'stay as they are'}.`;
}

/** What an import has to say afterwards. */
export interface CsvOutcome {
  readonly isFailure: boolean;
  readonly message: string;
  readonly remarks: readonly string[];
  /** The expected headers belong beside the message. */
  readonly showsHeaders: boolean;
}

/** The file was taken over; one with a header and nothing below it is none. */
export function filledOutcome({ imported, mismatch, remarks }: CsvFill): CsvOutcome {
  if (imported === 0) return failedOutcome('The file has no students below its header line.', false);
  return {
    isFailure: false,
    message: `${counted(imported, 'student')} imported from the file. Check them, then go on to the review.`,
    remarks: mismatch === null ? remarks : [mismatch, ...remarks],
    showsHeaders: false,
  };
}

/** Nothing was taken over, and why. */
export function failedOutcome(message: string, showsHeaders: boolean): CsvOutcome {
  return { isFailure: true, message, remarks: [], showsHeaders };
}

/** The names of the import's fields in the students' form. */
export const IMPORT_FIELDS = { file: 'csv', mayReplace: 'mayReplace' } as const;

export const NO_CSV_CHOSEN = 'Choose a CSV file first.';

/** What to ask before an import replaces forms or leaves students of the file out; null where it does neither. */
export function fillQuestion({ replaced, mismatch, imported, students }: CsvFill): string | null {
  const isTooLong = mismatch !== null && imported === students.length;
  if (replaced === 0 && !isTooLong) return null;
  return [
    mismatch,
    replaced === 0 ? null : `${counted(replaced, 'form')} in which something is entered would be replaced.`,
    'Do you want to import?',
  ]
    .filter(Boolean)
    .join('\n');
}
