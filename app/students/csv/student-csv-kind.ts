import type { CsvKind } from '#app/lib/csv/csv-text.ts';
import { cleanCell } from '#app/students/csv/student-csv-cells.ts';
import {
  csvHeaderKey,
  knownCsvField,
  STUDENT_CSV_HEADERS,
  suggestedCsvField,
} from '#app/schemas/student-csv-columns.ts';

/** Much longer than any cell of a student; limits the input of the parsing rules. */
const MAX_CELL_CHARACTERS = 2_000;

/** A list of students (specification, section 5). */
export const STUDENT_CSV: CsvKind = {
  headers: STUDENT_CSV_HEADERS,
  subject: 'the students',
  maxCellCharacters: MAX_CELL_CHARACTERS,
  canPaste: true,
  maxCells: 250_000,
  isHeader: (cell) => {
    const key = csvHeaderKey(cell);
    return knownCsvField(key) !== null || suggestedCsvField(key) !== null;
  },
  clean: cleanCell,
};

/** The same list read by the server, for browsers without JavaScript. */
export const POSTED_STUDENT_CSV: CsvKind = { ...STUDENT_CSV, canPaste: false, maxCells: 60_000 };
