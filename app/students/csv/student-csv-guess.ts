import type { CsvLine } from '#app/lib/csv/csv-table.ts';
import { stateOfCell, twinOfCell } from '#app/students/csv/student-csv-cells.ts';
import { DATE_ORDERS } from '#app/students/csv/student-csv-date-orders.ts';
import { dayOfCell } from '#app/students/csv/student-csv-dates.ts';
import { type ColumnField, FULL_NAME } from '#app/schemas/student-csv-columns.ts';

/** Number of rows that are looked at. */
const SAMPLE_ROWS = 50;
/** Share of the filled cells that must look like the field. */
const ENOUGH = 0.8;
/** Longer cells are none of these fields, and would take the rules too long. */
const CELL_MAX = 200;
/** Today's date for guessing, late enough for every birth date. */
const ANY_DAY = '2099-12-31';

const ADDRESS_UNIT = /^(?:apt|apartment|unit|suite|ste|lot|space|#)\b|^#/i;
const STREET = /^\d+\S*\s+\S*\p{L}|^p\.?\s?o\.?\s*box\b/iu;
const NAME = /^\p{L}[\p{L}\p{M}'’. -]*$/u;
/** Initials, and codes such as F for female. */
const INITIALS = /^\p{L}{1,2}\.?$/u;
const LAST_COMMA_FIRST = /^\p{L}[\p{L}\p{M}'’. -]*,\s*\p{L}/u;

/** What a cell of each field looks like, from the surest to the least sure. */
const CELL_CHECKS: readonly (readonly [field: ColumnField, matches: (cell: string) => boolean])[] = [
  ['email', isEmail],
  ['parentEmail', isEmail],
  ['dateOfBirth', isDay],
  ['phone', (cell) => !/\p{L}/u.test(cell) && /^\D*(?:\d\D*){10,11}$/.test(cell)],
  ['zip5', isFullZip],
  ['state', (cell) => stateOfCell(cell) !== null],
  ['twin', (cell) => twinOfCell(cell) !== null],
  ['address1', (cell) => STREET.test(cell)],
  ['address2', (cell) => ADDRESS_UNIT.test(cell)],
  ['fullName', (cell) => LAST_COMMA_FIRST.test(cell)],
];

/** Guesses what the columns of a file without a header contain, by column index, for the user to confirm. */
export function guessedFields(rows: readonly CsvLine[]): ReadonlyMap<number, ColumnField> {
  const sample = rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
  const width = Math.max(0, ...sample.map((cells) => cells.length));
  const columns = Array.from({ length: width }, (_, index) =>
    sample.map((cells) => cells[index] ?? '').filter((cell) => cell !== ''),
  );
  const guessed = new Map<number, ColumnField>();
  const free = (index: number) => !guessed.has(index);
  for (const [field, matches] of CELL_CHECKS) {
    const index = columns.findIndex((cells, at) => free(at) && areMostly(cells, matches));
    if (index >= 0) guessed.set(index, field);
  }
  const named = columns.flatMap((cells, at) =>
    free(at) && areMostly(cells, (cell) => NAME.test(cell)) ? [at] : [],
  );
  const address = indexOfField(guessed, 'address1');
  const city = address === undefined ? undefined : named.find((at) => at > address);
  if (city !== undefined) guessed.set(city, 'city');
  if (indexOfField(guessed, 'fullName') === undefined) {
    for (const [index, field] of nameFields(columns, named.filter(free))) guessed.set(index, field);
  }
  return guessed;
}

/** Returns the fields of columns of names: one of full names, else two or three that are next to each other. */
function nameFields(
  columns: readonly (readonly string[])[],
  named: readonly number[],
): readonly (readonly [index: number, field: ColumnField])[] {
  const full = named.find((at) => areMostly(columns[at] ?? [], (cell) => cell.includes(' ')));
  if (full !== undefined) return [[full, FULL_NAME]];
  const isInitial = (at: number) => areMostly(columns[at] ?? [], (cell) => INITIALS.test(cell));
  const from = named.findIndex((at) => !isInitial(at));
  const adjacent = named.slice(Math.max(0, from)).filter((at, slot, all) => at - slot === all[0]);
  const candidates = adjacent.slice(0, adjacent.findLastIndex((at) => !isInitial(at)) + 1);
  const [first, second, third] = candidates;
  if (first === undefined || second === undefined) return [];
  if (third === undefined)
    return [
      [first, 'first'],
      [second, 'last'],
    ];
  return [
    [first, 'first'],
    [second, 'middle'],
    [third, 'last'],
  ];
}

/** Words in a header that name a field, the most reliable first. */
const HEADER_PATTERNS: readonly (readonly [field: ColumnField, pattern: RegExp])[] = [
  ['email', /e-?mail/i],
  ['dateOfBirth', /birth|dob|born/i],
  ['phone', /phone|mobile|cell|telephone/i],
  ['zip5', /zip|postal/i],
  ['state', /state/i],
  ['twin', /twin/i],
  ['address1', /address|street/i],
];
/** Other people than the student, whose details mustn't become the student's. */
const OTHERS =
  /parent|guardian|mother|father|mom|dad|family|contact|emergency|sibling|teacher|counselor|advis[eo]r|staff|coach/i;

/** Returns the field that a word of a header and the column's values agree on; null if there is none. */
export function fieldByContent(header: string, values: readonly string[]): ColumnField | null {
  const sample = values.filter((cell) => cell !== '').slice(0, SAMPLE_ROWS);
  const found = HEADER_PATTERNS.find(([field, pattern]) => {
    const matches = CELL_CHECKS.find(([known]) => known === field)?.[1];
    return pattern.test(header) && matches !== undefined && areMostly(sample, matches);
  });
  if (found === undefined || !OTHERS.test(header)) return found?.[0] ?? null;
  return found[0] === 'email' && /parent|guardian|mother|father/i.test(header) ? 'parentEmail' : null;
}

/** Returns whether a column has whole ZIP codes, as 'ZIP+4' often does, rather than the last four digits. */
export function areFullZips(values: readonly string[]): boolean {
  return areMostly(values.filter((cell) => cell !== '').slice(0, SAMPLE_ROWS), isFullZip);
}

function isFullZip(cell: string): boolean {
  return /^\d{5}(?:-\d{4})?$/.test(cell);
}

function areMostly(cells: readonly string[], matches: (cell: string) => boolean): boolean {
  const matching = cells.filter((cell) => cell.length <= CELL_MAX && matches(cell));
  return cells.length > 0 && matching.length >= ENOUGH * cells.length;
}

function indexOfField(guessed: ReadonlyMap<number, ColumnField>, field: ColumnField): number | undefined {
  return [...guessed].find(([, known]) => known === field)?.[0];
}

function isEmail(cell: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell);
}

/** Returns whether a cell is a date, in any order or with a written month. */
export function isDay(cell: string): boolean {
  return (
    /\d\D+\d|\p{L}/u.test(cell) &&
    DATE_ORDERS.some((order) => dayOfCell(cell, { order, serials: null }, ANY_DAY) !== null)
  );
}
