import { stringify } from 'csv-stringify/sync';
import { guardedCsvLines } from '#app/lib/csv/csv-lines.ts';
import { FORMULA_BEGINNING } from '#app/lib/csv/formula-guard.ts';

export const CSV_CONTENT_TYPE = 'text/csv; charset=utf-8';

/** Lines of a CSV as every file of ours has them; the file begins with `CSV_BOM`. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return guardedCsvLines(rows, stringify);
}

/** A cell that is written as it is: without comma, quote, line break and what JSON escapes, and no formula. */
const PLAIN = String.raw`(?!${FORMULA_BEGINNING})[^",\\]*`;
const PLAIN_ROW = new RegExp(String.raw`^\["${PLAIN}(?:", "${PLAIN})*"\]$`);

/**
 * The lines of `csvLines` for rows as `json_build_array` writes them, a row a line, each behind `start`. Rows of plain
 * cells are not taken to pieces: the library needs ten times as long, on the thread that serves everybody.
 */
export function csvLinesOfJson(rows: string, start = ''): string {
  let lines = '';
  for (const row of rows.split('\n')) lines += start + csvLineOfJson(row);
  return lines;
}

/** Those cells of a row that begin several lines, with the comma behind them. */
export function csvStartOfJson(row: string): string {
  return `${csvLineOfJson(row).slice(0, -2)},`;
}

function csvLineOfJson(row: string): string {
  if (PLAIN_ROW.test(row)) return `${row.slice(2, -2).replace(/", "/g, ',')}\r\n`;
  return csvLines([JSON.parse(row) as string[]]);
}
