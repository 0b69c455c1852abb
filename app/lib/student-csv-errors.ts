import { CSV_BOM, type CsvStringify, guardedCsvLines } from '#app/lib/csv-lines.ts';
import {
  CSV_FIELDS,
  type CsvField,
  csvHeaderKey,
  csvHeaderOf,
  csvLabelOf,
  ERRORS_HEADER,
} from '#app/lib/student-csv-columns.ts';
import { headerSaying, saidOrder } from '#app/lib/student-csv-date-orders.ts';
import type { DateQuestion, DateReading } from '#app/lib/student-csv-dates.ts';
import type { CsvColumn } from '#app/lib/student-csv-mapping.ts';
import type { CsvRow } from '#app/lib/student-csv-rows.ts';
import { writtenDay } from '#app/lib/written-dates.ts';

/** A file as it was read. */
interface ReadFile {
  readonly columns: readonly CsvColumn[];
  readonly rows: readonly CsvRow[];
  readonly dates: DateReading;
  /** What only a person knew of its dates. */
  readonly question: DateQuestion | null;
}

/**
 * The file again, as CSV with all of its columns and a last one that says what is wrong in each row. What was typed in the preview
 * stands in its column, or in one of its own where the file has none. Birth dates are written out as they were read, and their header
 * says the order that was answered: loaded again, after whatever a spreadsheet program makes of them, they are the same days and
 * ask nothing. The last column is not read.
 */
export function errorsCsv({ columns, rows, dates, question }: ReadFile, stringify: CsvStringify): string {
  const original = columns.filter(({ header }) => csvHeaderKey(header) !== csvHeaderKey(ERRORS_HEADER));
  const added = CSV_FIELDS.filter(
    (field) =>
      original.every((column) => column.field !== field) &&
      rows.some(({ edits }) => edits[field] !== undefined),
  );
  const headerOf = (field: CsvField | null, header = '') => {
    const written = header || (field === null ? '' : csvHeaderOf(field));
    const isSaid = question?.orders == null && saidOrder(written)?.order === dates.order;
    return field === 'dateOfBirth' && !isSaid ? headerSaying(dates.order, written) : written;
  };
  const header = [
    ...original.map((column) => headerOf(column.field, column.header)),
    ...added.map((field) => headerOf(field)),
    ERRORS_HEADER,
  ];
  const lines = rows.map((row) => [
    ...original.map(({ field, index }) => {
      const cell = row.line.cells[index] ?? '';
      return field === null ? cell : (writtenBirthDate(field, row) ?? row.edits[field] ?? cell);
    }),
    ...added.map((field) => writtenBirthDate(field, row) ?? row.edits[field] ?? ''),
    errorsOf(row.remarks),
  ]);
  return `${CSV_BOM}${guardedCsvLines([header, ...lines], stringify)}`;
}

/** The birth date where it is one; null for other columns, and for what has to be corrected. */
function writtenBirthDate(field: CsvField, { student }: CsvRow): string | null {
  return field === 'dateOfBirth' && student.dateOfBirth !== '' ? writtenDay(student.dateOfBirth) : null;
}

function errorsOf(remarks: CsvRow['remarks']): string {
  return CSV_FIELDS.flatMap((field) => {
    const error = remarks[field]?.error;
    return error === undefined ? [] : [`${csvLabelOf(field)}: ${error}`];
  }).join(' | ');
}
