import { z } from 'zod';
import { CSV_FIELDS } from '#app/schemas/student-csv-columns.ts';
import { LEFT_OUT } from '#app/schemas/student-csv-columns.ts';
import { Uuid } from './fields.ts';

/** So many headers of a school are remembered. */
export const IMPORT_MAPPING_MAX = 500;
/** A header's letters and digits, and '#2' for a second one of the same name: never a cell of the file. */
const HEADER_KEY = /^[\p{L}\p{N}]{1,60}(#\d{1,3})?$/u;

/** How a school's spreadsheet was understood: header keys, each with the column of the import that it means. */
export const ImportMappingSchema = z.strictObject({
  columns: z
    .record(
      z.string().regex(HEADER_KEY, 'Must be a header in letters and digits.'),
      z.enum([...CSV_FIELDS, LEFT_OUT]),
    )
    .refine(
      (columns) => Object.keys(columns).length <= IMPORT_MAPPING_MAX,
      `At most ${IMPORT_MAPPING_MAX} columns.`,
    ),
});
export type ImportMapping = z.output<typeof ImportMappingSchema>;

export const ImportMappingParamsSchema = z.object({ highSchoolId: Uuid });
