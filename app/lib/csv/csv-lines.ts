import { guardedCell } from '#app/lib/csv/formula-guard.ts';

export const CSV_BOM = '\uFEFF';

/** The `stringify` of csv-stringify: its browser build in the browser, its own on the server. */
export type CsvStringify = (
  rows: string[][],
  options: { record_delimiter: 'windows'; quoted_match: RegExp },
) => string;

/**
 * Lines of a CSV as every file of ours has them (decisions, section 7): CRLF, RFC 4180 quoting, and an apostrophe before
 * each cell that a spreadsheet would take for a formula. The file begins with `CSV_BOM`.
 */
export function guardedCsvLines(rows: readonly (readonly string[])[], stringify: CsvStringify): string {
  return stringify(
    rows.map((row) => row.map(guardedCell)),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
}
