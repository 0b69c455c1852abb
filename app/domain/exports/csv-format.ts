import { stringify } from 'csv-stringify/sync';

export const CSV_CONTENT_TYPE = 'text/csv; charset=utf-8';
export const CSV_BOM = '\uFEFF';

/**
 * Lines of a CSV as every file of ours has them (decisions, section 7): CRLF, RFC 4180 quoting, and an apostrophe before
 * each cell that a spreadsheet would take for a formula. The file begins with `CSV_BOM`.
 */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ },
  );
}
