import { z } from 'zod';
import { COLUMN_FIELDS, SKIPPED_COLUMN } from '#app/schemas/student-csv-columns.ts';
import { Uuid } from './fields.ts';

export const IMPORT_MAPPING_MAX = 500;
/** A header's letters and digits, with '#2' if it's the second one with that name. */
const HEADER_KEY = /^[\p{L}\p{N}]{1,60}(#\d{1,3})?$/u;

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}*';
/** What remains of data in a key. Long numbers are ZIP codes, phone numbers, dates, and IDs. */
const DATA_KEYS: readonly RegExp[] = [
  /^\d+$/,
  /\d{5}/,
  new RegExp(`^\\d{1,2}(?:st|nd|rd|th)?${MONTH}\\d{2,4}$`, 'u'),
  new RegExp(`^${MONTH}\\d{1,2}(?:st|nd|rd|th)\\d{2,4}$`, 'u'),
  /^.{9,}(?:com|org|net|edu|gov|k12\p{L}{2}us)$/u,
];

/**
 * Returns the entries whose keys don't look like data: numbers, dates, phone numbers, ZIP codes, or email addresses. Names
 * can't be recognized, so the import sends keys of sure headers only.
 */
export function withoutDataKeys<Value>(columns: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(columns).filter(([key]) => {
      const header = key.replace(/#\d+$/, '');
      return !DATA_KEYS.some((pattern) => pattern.test(header));
    }),
  );
}

/** How a school's spreadsheet was mapped: header keys with the field each one means. */
export const ImportMappingSchema = z.strictObject({
  columns: z
    .record(
      z.string().regex(HEADER_KEY, 'Must be a header made up of letters and digits only.'),
      z.enum([...COLUMN_FIELDS, SKIPPED_COLUMN]),
    )
    .refine(
      (columns) => Object.keys(columns).length <= IMPORT_MAPPING_MAX,
      `Must have at most ${IMPORT_MAPPING_MAX} columns.`,
    ),
});
export type ImportMapping = z.output<typeof ImportMappingSchema>;

export const ImportMappingParamsSchema = z.object({ highSchoolId: Uuid });
