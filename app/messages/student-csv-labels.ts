import { counted, plural } from '#app/lib/text/counted.ts';
import { CSV_FIELDS, csvHeaderOf, csvLabelOf, type CsvField } from '#app/schemas/student-csv-columns.ts';
import { type CsvColumn, missingFields } from '#app/students/csv/student-csv-mapping.ts';
import type { CsvRow } from '#app/students/csv/student-csv-rows.ts';

/** Returns remarks about a file's columns, one sentence each, with those that weren't imported. */
export function columnRemarks(columns: readonly CsvColumn[]): string[] {
  const unused = columns
    .filter(({ field, origin, header }) => field === null && origin !== 'IGNORED' && header !== '')
    .map(({ header }) => header);
  const unusedRemark = unused.length > 0 ? [`Columns not imported: ${unused.join(', ')}.`] : [];
  return [...unusedRemark, ...missingRemarks(columns)];
}

/** Returns remarks about the columns that a file lacks. */
export function missingRemarks(columns: readonly CsvColumn[]): string[] {
  const has = (field: CsvField) => columns.some((column) => column.field === field);
  const missing = missingFields(columns).map(csvHeaderOf);
  return [
    ...(missing.length > 0 ? [`The file has no column for: ${missing.join(', ')}.`] : []),
    ...(has('email') && !has('parentEmail')
      ? [
          "The file has no Parent Email column, so we used each student's own email. Change any that are wrong.",
        ]
      : []),
  ];
}

/** Returns remarks about the imported rows: each cell that couldn't be read. */
export function rowRemarks(rows: readonly CsvRow[]): string[] {
  return rows.flatMap(({ line, remarks }) =>
    CSV_FIELDS.flatMap((field) => {
      const remark = remarks[field];
      return remark?.isUnread === true
        ? [`Row ${line.number}, ${csvLabelOf(field)}: ${remark.error ?? ''}`]
        : [];
    }),
  );
}

/** Returns a remark if the file has more or fewer students than there are slots. */
export function mismatchRemark(found: number, slots: number): string[] {
  if (found === slots) return [];
  const sentence = `The file has ${counted(found, 'student')}, but your list has ${counted(slots, 'spot')}.`;
  const over = found - slots;
  return over > 0
    ? [`${sentence} We skipped the last ${plural(over, 'student', `${over} students`)}.`]
    : [sentence];
}
