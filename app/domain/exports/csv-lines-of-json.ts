import { csvLines } from '#app/domain/exports/csv-format.ts';
import { FORMULA_BEGINNING } from '#app/lib/formula-guard.ts';

/** A cell that is written as it is: without comma, quote, line break and what JSON escapes, and no formula. */
const PLAIN = String.raw`(?!${FORMULA_BEGINNING})[^",\\]*`;
const PLAIN_ROW = new RegExp(String.raw`^\["${PLAIN}(?:", "${PLAIN})*"\]$`);

/**
 * The lines of a CSV for rows as PostgreSQL's `json_build_array` writes them, a row of texts a line: those of `csvLines`, each
 * behind `start`.
 *
 * A row of nothing but plain cells becomes a line without being taken to pieces, and the library writes the others: for all of
 * them it would need ten times as long, on the thread that serves everybody.
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
