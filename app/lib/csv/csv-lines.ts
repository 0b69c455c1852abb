import { guardedCell } from '#app/lib/csv/formula-guard.ts';

export const CSV_BOM = '\uFEFF';

/** The `stringify` of csv-stringify: the browser build in the browser, the Node build on the server. */
export type CsvStringify = (
  rows: string[][],
  options: { record_delimiter: 'windows'; quoted_match: RegExp },
) => string;

/** Returns the lines that follow `CSV_BOM` (decisions, section 7): CRLF, RFC 4180 quoting, formulas guarded. */
export function guardedCsvLines(rows: readonly (readonly string[])[], stringify: CsvStringify): string {
  return stringify(
    rows.map((row) => row.map(guardedCell)),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
}
