import { CSV_BOM, type CsvStringify, guardedCsvLines } from '#app/lib/csv-lines.ts';
import {
  CSV_FIELDS,
  csvHeaderKey,
  csvHeaderOf,
  csvLabelOf,
  ERRORS_HEADER,
} from '#app/lib/student-csv-columns.ts';
import type { CsvColumn } from '#app/lib/student-csv-mapping.ts';
import type { CsvRow } from '#app/lib/student-csv-rows.ts';

/**
 * The file again, as CSV with all of its columns and a last one that says what is wrong in each row. What was typed in the preview
 * stands in its column, or in one of its own where the file has none. Loaded again, the last column is not read.
 */
export function errorsCsv(
  columns: readonly CsvColumn[],
  rows: readonly CsvRow[],
  stringify: CsvStringify,
): string {
  const original = columns.filter(({ header }) => csvHeaderKey(header) !== csvHeaderKey(ERRORS_HEADER));
  const added = CSV_FIELDS.filter(
    (field) =>
      original.every((column) => column.field !== field) &&
      rows.some(({ edits }) => edits[field] !== undefined),
  );
  const header = [
    ...original.map((column) => column.header || (column.field === null ? '' : csvHeaderOf(column.field))),
    ...added.map(csvHeaderOf),
    ERRORS_HEADER,
  ];
  const lines = rows.map(({ line, edits, remarks }) => [
    ...original.map(
      ({ field, index }) => (field === null ? undefined : edits[field]) ?? line.cells[index] ?? '',
    ),
    ...added.map((field) => edits[field] ?? ''),
    errorsOf(remarks),
  ]);
  return `${CSV_BOM}${guardedCsvLines([header, ...lines], stringify)}`;
}

function errorsOf(remarks: CsvRow['remarks']): string {
  return CSV_FIELDS.flatMap((field) => {
    const error = remarks[field]?.error;
    return error === undefined ? [] : [`${csvLabelOf(field)}: ${error}`];
  }).join(' | ');
}
