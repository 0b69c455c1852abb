import { csvHeaderKey, knownCsvField, suggestedCsvField } from '#app/schemas/student-csv-columns.ts';
import { type CsvLine, HEADER_SEARCH_LINES } from '#app/lib/csv/csv-table.ts';
import { isDay } from '#app/students/csv/student-csv-guess.ts';

export interface FoundHeader {
  /** Index of the header line; null if there is none. */
  readonly at: number | null;
  /** False if the user has to confirm. */
  readonly isSure: boolean;
}

/**
 * Finds the first line with the most known, usual or remembered headers (`isRemembered` by key). If no line has any,
 * suggests the first full line, or none if that line contains student data.
 */
export function findHeader(lines: readonly CsvLine[], isRemembered: (key: string) => boolean): FoundHeader {
  const searched = lines.slice(0, HEADER_SEARCH_LINES);
  const scores = searched.map(({ cells }) =>
    cells.some(looksEntered) ? 0 : countNames(cells, isRemembered),
  );
  const best = Math.max(0, ...scores);
  const at = scores.indexOf(best);
  if (best > 0) return { at, isSure: best > 1 || searched[at]?.cells.some(isKnown) === true };
  const widths = searched.map(({ cells }) => cells.filter((cell) => cell !== '').length);
  const first = widths.findIndex((width) => width * 2 >= Math.max(...widths));
  return { at: searched[first]?.cells.some(looksEntered) === true ? null : first, isSure: false };
}

/**
 * Returns whether a line is surely a header, not a student: no data, and two known or usual headers. A single one may be
 * data, such as Michigan's code 'MI' or the word 'Twin'.
 */
export function isHeader(cells: readonly string[]): boolean {
  return !cells.some(looksEntered) && countNames(cells, () => false) > 1;
}

function countNames(cells: readonly string[], isRemembered: (key: string) => boolean): number {
  const keys = new Set(cells.map(csvHeaderKey).filter((key) => key !== ''));
  return [...keys].filter(
    (key) => knownCsvField(key) !== null || suggestedCsvField(key) !== null || isRemembered(key),
  ).length;
}

function isKnown(cell: string): boolean {
  return knownCsvField(csvHeaderKey(cell)) !== null;
}

const PHONE_DIGITS = 10;
/** Allows no '@' next to another one, to avoid backtracking. */
const ADDRESS = /[^\s@]@[^\s@]+\.[^\s@]/;

/** Longer cells are no dates. */
const DATE_MAX = 40;

/** Returns whether a cell is an email address, date, phone number, ZIP code or long number, so not a header. */
function looksEntered(cell: string): boolean {
  const isPhone = !/\p{L}/u.test(cell) && cell.replace(/\D/g, '').length >= PHONE_DIGITS;
  const isNumber = /^\d{5,}(?:-\d{4})?$/.test(cell);
  const isDate = /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$/.test(cell) || (cell.length <= DATE_MAX && isDay(cell));
  return isPhone || isNumber || isDate || ADDRESS.test(cell);
}
