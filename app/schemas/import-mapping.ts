import { z } from 'zod';
import { COLUMN_FIELDS, LEFT_OUT } from '#app/schemas/student-csv-columns.ts';
import { Uuid } from './fields.ts';

export const IMPORT_MAPPING_MAX = 500;
/** A header's letters and digits, with '#2' if it's the second one with that name; never a cell's text. */
const HEADER_KEY = /^[\p{L}\p{N}]{1,60}(#\d{1,3})?$/u;

/** How a school's spreadsheet was mapped: header keys with the field each one means. */
export const ImportMappingSchema = z.strictObject({
  columns: z
    .record(
      z.string().regex(HEADER_KEY, 'Must be a header made up of letters and digits only.'),
      z.enum([...COLUMN_FIELDS, LEFT_OUT]),
    )
    .refine(
      (columns) => Object.keys(columns).length <= IMPORT_MAPPING_MAX,
      `Must have at most ${IMPORT_MAPPING_MAX} columns.`,
    ),
});
export type ImportMapping = z.output<typeof ImportMappingSchema>;

export const ImportMappingParamsSchema = z.object({ highSchoolId: Uuid });
