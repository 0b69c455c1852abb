import { stringify } from 'csv-stringify/sync';
import { CSV_BOM, guardedCsvLines } from '#app/lib/csv/csv-lines.ts';
import { FORMULA_BEGINNING } from '#app/lib/csv/formula-guard.ts';
import type { ExportFormat } from './export-format.ts';

/** The format of decisions, section 7. */
export const CSV: ExportFormat = {
  contentType: 'text/csv; charset=utf-8',
  extension: 'csv',
  open: ({ headers, order }) => ({
    row: csvLineOfJson,
    group: (json, lines) =>
      order === null ? csvLinesOfJson(lines, csvStartOfJson(json)) : orderedLines(json, lines, order),
    file: async function* (rows) {
      yield CSV_BOM + csvLines([headers]);
      yield* rows;
    },
  }),
};

/** Formats rows as CSV lines. The file must begin with `CSV_BOM`. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return guardedCsvLines(rows, stringify);
}

/** A cell that isn't a formula and needs no escaping: no comma, quote, line break, or JSON escape. */
const PLAIN = String.raw`(?!${FORMULA_BEGINNING})[^",\\]*`;
const PLAIN_ROW = new RegExp(String.raw`^\["${PLAIN}(?:","${PLAIN})*"\]$`);

/**
 * Writes the cells of an export: rows from `array_to_json`, one row per line, as CSV lines that begin with `start`.
 * Rows of plain cells aren't parsed: the CSV library takes ten times as long and blocks the thread.
 */
export function csvLinesOfJson(rows: string, start = ''): string {
  let lines = '';
  for (const row of rows.split('\n')) lines += start + csvLineOfJson(row);
  return lines;
}

/** Returns a row's cells, with a trailing comma, as the start of several lines. */
export function csvStartOfJson(row: string): string {
  return `${csvLineOfJson(row).slice(0, -2)},`;
}

function csvLineOfJson(row: string): string {
  if (PLAIN_ROW.test(row)) return `${row.slice(2, -2).replaceAll('","', ',')}\r\n`;
  return csvLines([JSON.parse(row) as string[]]);
}

function orderedLines(start: string, rows: string, order: readonly number[]): string {
  const [cells, isPlain] = splitRow(start);
  let lines = '';
  for (const row of rows.split('\n')) {
    const [more, isMorePlain] = splitRow(row);
    const all = [...cells, ...more];
    const ordered = order.map((index) => all[index] ?? '');
    lines += isPlain && isMorePlain && ordered.length > 1 ? `${ordered.join(',')}\r\n` : csvLines([ordered]);
  }
  return lines;
}

/** Returns a row's cells, and whether all of them are plain. */
function splitRow(row: string): [cells: string[], isPlain: boolean] {
  if (PLAIN_ROW.test(row)) return [row.slice(2, -2).split('","'), true];
  const cells = JSON.parse(row) as string[];
  return [cells, cells.length === 0];
}
