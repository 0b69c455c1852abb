import { CSV_BOM, type CsvStringify, guardedCsvLines } from '#app/lib/csv/csv-lines.ts';
import {
  CSV_FIELDS,
  type CsvField,
  csvHeaderKey,
  csvHeaderOf,
  csvLabelOf,
  ERRORS_HEADER,
  FULL_NAME,
  NAME_PARTS,
} from '#app/schemas/student-csv-columns.ts';
import { headerWithDateOrder, statedOrder } from '#app/students/csv/student-csv-date-orders.ts';
import type { CsvColumn } from '#app/students/csv/student-csv-mapping.ts';
import { cellText, type CsvRow } from '#app/students/csv/student-csv-rows.ts';

interface ReadFile {
  readonly columns: readonly CsvColumn[];
  readonly rows: readonly CsvRow[];
}

/**
 * Returns the file as CSV, with edits from the preview and a last column of errors, which imports ignore. Birth dates
 * are written as mm/dd/yyyy and phones as in the form, so importing it again raises no questions.
 */
export function errorsCsv({ columns, rows }: ReadFile, stringify: CsvStringify): string {
  const original = columns
    .filter(({ header }) => csvHeaderKey(header) !== csvHeaderKey(ERRORS_HEADER))
    .flatMap(({ index, header, field }) =>
      field === FULL_NAME ? splitColumns(columns) : [{ index, header, field }],
    );
  const added = CSV_FIELDS.filter(
    (field) =>
      original.every((column) => column.field !== field) &&
      rows.some(({ edits }) => edits[field] !== undefined),
  );
  const headerOf = (field: CsvField | null, header = '') => {
    const written = header || (field === null ? '' : csvHeaderOf(field));
    const stated = statedOrder(written);
    const isStated = stated?.order === 'mdy' && stated.separator === '/';
    return field === 'dateOfBirth' && !isStated ? headerWithDateOrder('mdy', written) : written;
  };
  const header = [
    ...original.map((column) => headerOf(column.field, column.header)),
    ...added.map((field) => headerOf(field)),
    ERRORS_HEADER,
  ];
  const lines = rows.map((row) => [
    ...original.map(({ field, index }) =>
      field === null
        ? (row.line.cells[index] ?? '')
        : normalizedCell(field, row, cellText(row.line, row.edits, columns, field)),
    ),
    ...added.map((field) => normalizedCell(field, row, row.edits[field] ?? '')),
    errorsOf(row.remarks),
  ]);
  return `${CSV_BOM}${guardedCsvLines([header, ...lines], stringify)}`;
}

/** Returns the columns that replace one of whole names. */
function splitColumns(columns: readonly CsvColumn[]) {
  return NAME_PARTS.filter((part) => columns.every(({ field }) => field !== part)).map((field) => ({
    index: -1,
    header: '',
    field,
  }));
}

/** Normalizes a birth date or phone that could be read; returns other text unchanged. */
function normalizedCell(field: CsvField, { student, remarks }: CsvRow, text: string): string {
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
