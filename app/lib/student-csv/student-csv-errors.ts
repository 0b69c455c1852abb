import { CSV_BOM, type CsvStringify, guardedCsvLines } from '#app/lib/csv/csv-lines.ts';
import {
  CSV_FIELDS,
  type CsvField,
  csvHeaderKey,
  csvHeaderOf,
  csvLabelOf,
  ERRORS_HEADER,
} from '#app/schemas/student-csv-columns.ts';
import { headerSaying, saidOrder } from '#app/lib/student-csv/student-csv-date-orders.ts';
import type { CsvColumn } from '#app/lib/student-csv/student-csv-mapping.ts';
import type { CsvRow } from '#app/lib/student-csv/student-csv-rows.ts';

/** A file as it was read. */
interface ReadFile {
  readonly columns: readonly CsvColumn[];
  readonly rows: readonly CsvRow[];
}

/**
 * The file again, as CSV with all of its columns and a last one that says what is wrong in each row. What was typed in the preview
 * stands in its column, or in one of its own where the file has none. Birth dates stand as mm/dd/yyyy, which their header says, and
 * phones in the form's own format: loaded again, they mean the same and ask nothing. The last column is not read.
 */
export function errorsCsv({ columns, rows }: ReadFile, stringify: CsvStringify): string {
  const original = columns.filter(({ header }) => csvHeaderKey(header) !== csvHeaderKey(ERRORS_HEADER));
  const added = CSV_FIELDS.filter(
    (field) =>
      original.every((column) => column.field !== field) &&
      rows.some(({ edits }) => edits[field] !== undefined),
  );
  const headerOf = (field: CsvField | null, header = '') => {
    const written = header || (field === null ? '' : csvHeaderOf(field));
    const said = saidOrder(written);
    const isSaid = said?.order === 'mdy' && said.separator === '/';
    return field === 'dateOfBirth' && !isSaid ? headerSaying('mdy', written) : written;
  };
  const header = [
    ...original.map((column) => headerOf(column.field, column.header)),
    ...added.map((field) => headerOf(field)),
    ERRORS_HEADER,
  ];
  const lines = rows.map((row) => [
    ...original.map(({ field, index }) => {
      const cell = row.line.cells[index] ?? '';
      return field === null ? cell : asRead(field, row, row.edits[field] ?? cell);
    }),
    ...added.map((field) => asRead(field, row, row.edits[field] ?? '')),
    errorsOf(row.remarks),
  ]);
  return `${CSV_BOM}${guardedCsvLines([header, ...lines], stringify)}`;
}

/** A birth date or phone that could be read, as it was read; everything else as it stands there. */
function asRead(field: CsvField, { student, remarks }: CsvRow, text: string): string {
  if (text.trim() === '') return text;
  if (field === 'phone' && remarks.phone?.error === undefined) return student.phone;
  if (field !== 'dateOfBirth' || remarks.dateOfBirth?.isUnread === true) return text;
  const [year = '', month = '', day = ''] = student.dateOfBirth.split('-');
  return `${month}/${day}/${year}`;
}

function errorsOf(remarks: CsvRow['remarks']): string {
  return CSV_FIELDS.flatMap((field) => {
    const error = remarks[field]?.error;
    return error === undefined ? [] : [`${csvLabelOf(field)}: ${error}`];
  }).join(' | ');
}
