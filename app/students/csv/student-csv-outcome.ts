import type { ListOutcome } from '#app/students/list-change.ts';
import { counted } from '#app/lib/text/counted.ts';

export interface ImportQuestion {
  readonly title: string;
  readonly message: string;
  readonly confirmLabel: string;
  readonly tone: 'primary' | 'danger';
}

const REMARKS_MAX = 25;

interface ListEffect {
  /** How many of the imported students were in the list before, and kept their positions. */
  readonly updated?: number;
  /** How many students who aren't in the file left the list. */
  readonly removed?: number;
}

/** Returns the outcome of an import, with remarks of one sentence each. */
export function filledOutcome(
  imported: number,
  remarks: readonly string[],
  { updated = 0, removed = 0 }: ListEffect = {},
): ListOutcome {
  const added = imported - updated;
  const done = [
    updated === 0 ? `${counted(imported, 'student')} imported` : `${counted(updated, 'student')} updated`,
    ...(updated > 0 && added > 0 ? [`${added} added`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
  ];
  const more = remarks.length - REMARKS_MAX;
  return {
    isFailure: false,
    message: `${done.join(', ')}. Check them, then select Review.`,
    remarks: more > 0 ? [...remarks.slice(0, REMARKS_MAX), `And ${more} more like these.`] : remarks,
  };
}

/** Returns the outcome of an import that failed. */
export function failedOutcome(message: string, remarks: readonly string[] = []): ListOutcome {
  return { isFailure: true, message, remarks };
}

/** Form fields. Without JavaScript, the imported list and the one before a change are sent as JSON. */
export const IMPORT_FIELDS = { file: 'csv', imported: 'imported', before: 'before' } as const;

export const NO_CSV_CHOSEN = 'Choose an Excel or CSV file, or paste cells from a spreadsheet.';
export const NO_CSV_STUDENTS = 'The file has no students below the header row.';
