import { counted } from '#app/lib/draft-words.ts';
import { CSV_FIELDS, csvHeaderOf, csvLabelOf, type CsvField } from '#app/lib/student-csv-columns.ts';
import { type CsvColumn, missingFields } from '#app/lib/student-csv-mapping.ts';
import type { CsvRow } from '#app/lib/student-csv-rows.ts';

/** What to say of a file's columns, a sentence each. */
export function columnRemarks(columns: readonly CsvColumn[]): string[] {
  const has = (field: CsvField) => columns.some((column) => column.field === field);
  const missing = missingFields(columns).map(csvHeaderOf);
  const unused = columns
    .filter(({ field, origin, header }) => field === null && origin !== 'IGNORED' && header !== '')
    .map(({ header }) => header);
  return [
    ...(missing.length > 0 ? [`The file has no column for: ${missing.join(', ')}.`] : []),
    ...(unused.length > 0 ? [`Columns that were not used: ${unused.join(', ')}.`] : []),
    ...(has('email') && !has('parentEmail')
      ? ['The file has no column Parent Email: the email column was used for it.']
      : []),
  ];
}

/** What of the rows that were taken over did not get into the forms, a sentence a cell, and that some are to be fixed there. */
export function rowRemarks(rows: readonly CsvRow[]): string[] {
  const toFix = rows.filter(({ isReady }) => !isReady).length;
  return [
    ...(toFix > 0 ? [`${counted(toFix, 'student')} to fix: Review says what is wrong in the forms.`] : []),
    ...rows.flatMap(({ line, remarks }) =>
      CSV_FIELDS.flatMap((field) => {
        const remark = remarks[field];
        return remark?.isUnread === true
          ? [`Row ${line.number}, ${csvLabelOf(field)}: ${remark.error ?? ''}`]
          : [];
      }),
    ),
  ];
}

/** Where a file has more or fewer students than there are places. */
export function mismatchRemark(found: number, places: number): string[] {
  if (found === places) return [];
  const sentence = `The file has ${counted(found, 'student')}, but there ${places === 1 ? 'is' : 'are'} ${counted(places, 'place')}.`;
  const over = found - places;
  return over > 0
    ? [
        `${sentence} ${counted(over, 'student')} at the end of the file ${over === 1 ? 'has' : 'have'} no place.`,
      ]
    : [sentence];
}
