import { stringify } from 'csv-stringify/sync';
import { guardedCsvLines } from '#app/lib/csv-lines.ts';

export const CSV_CONTENT_TYPE = 'text/csv; charset=utf-8';

/** Lines of a CSV as every file of ours has them; the file begins with `CSV_BOM`. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return guardedCsvLines(rows, stringify);
}
