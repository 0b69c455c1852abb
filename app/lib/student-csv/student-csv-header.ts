import { csvHeaderKey, knownCsvField, suggestedCsvField } from '#app/schemas/student-csv-columns.ts';
import type { CsvLine } from '#app/lib/csv/csv-table.ts';

/** Header lines are looked for this far down: titles and dates may stand above them. */
export const HEADER_SEARCH_LINES = 20;

export interface FoundHeader {
  /** The index of the line that names the columns; null where none does. */
  readonly at: number | null;
  /** Whether it is known to be so; otherwise a person has to say. */
  readonly isSure: boolean;
}

/**
 * The line that names the columns: the first one with the most headers that are known, usual, or remembered (`isRemembered` by
 * key). Where no line has any, the first full one, to be asked about; where that one holds what only a student's row does, none.
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
/** No '@' on either side of another one: each stretch between them is looked through once. */
const ADDRESS = /[^\s@]@[^\s@]+\.[^\s@]/;

/** An address, a date, or a phone: nothing that a column is called. */
function looksEntered(cell: string): boolean {
  const isPhone = !/\p{L}/u.test(cell) && cell.replace(/\D/g, '').length >= PHONE_DIGITS;
  return isPhone || ADDRESS.test(cell) || /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$/.test(cell);
}
