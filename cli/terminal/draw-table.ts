import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { printable } from './printable.ts';

const GAP = '  ';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface DrawnTable {
  readonly head: readonly string[];
  readonly body: readonly string[];
}

/**
 * Draws a table. If it's wider than `width`, moves a last column of ids below each row so they can be copied, then
 * wraps the widest columns. Never cuts off text, even if the table stays too wide.
 *
 * @param fittedTo rows that determine the column widths, if a table is drawn in parts
 */
export function drawTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number | null,
  fittedTo = rows,
): DrawnTable {
  const cells = rows.map((row) => row.map(printable));
  const model = fittedTo === rows ? cells : fittedTo.map((row) => row.map(printable));
  const isBelow = width !== null && widthOf(columns, model, GAP) > width && endsInIds(columns, model);
  const beside = isBelow ? columns.slice(0, -1) : columns;
  const widths = fittedWidths(beside, model, { width, gap: GAP });
  const below = (text: string | undefined) => (isBelow ? [`${GAP}${text ?? ''}`] : []);
  const titles = linesOfRow(
    columns.map(({ title }) => title),
    beside,
    widths,
  );
  const rule = widths.map((columnWidth) => '─'.repeat(columnWidth)).join(GAP);
  return {
    head: [...titles, ...below(columns.at(-1)?.title), rule],
    body: cells.flatMap((row) => [...linesOfRow(row, beside, widths), ...below(row.at(-1))]),
  };
}

/** Returns whether the last column contains ids, which are useless if wrapped. */
function endsInIds(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): boolean {
  return columns.length > 2 && rows.length > 0 && rows.every((row) => ID.test(row.at(-1) ?? ''));
}

function linesOfRow(
  row: readonly string[],
  columns: readonly TableColumn[],
  widths: readonly number[],
): string[] {
  const wrapped = columns.map((_, index) =>
    wrapAnsi(row[index] ?? '', widths[index] ?? 1, { hard: true }).split('\n'),
  );
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map(({ isNumber }, index) => padded(wrapped[index]?.[line] ?? '', widths[index] ?? 0, isNumber))
      .join(GAP)
      .trimEnd(),
  );
}

function padded(text: string, width: number, isNumber: boolean): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return isNumber ? space + text : text + space;
}

interface TableColumn {
  readonly title: string;
  readonly isNumber: boolean;
}

type Rows = readonly (readonly string[])[];

/** Minimum readable column width. */
const NARROWEST = 8;

/** Returns the width of a table without wrapped cells. */
function widthOf(columns: readonly TableColumn[], rows: Rows, gap: string): number {
  return total(unwrappedWidths(columns, rows), gap);
}

/** Fits column widths into `width` if possible: first without breaking words, then to a readable minimum. */
function fittedWidths(
  columns: readonly TableColumn[],
  rows: Rows,
  { width, gap }: { readonly width: number | null; readonly gap: string },
): number[] {
  const unwrapped = unwrappedWidths(columns, rows);
  if (width === null) return unwrapped;
  const words = columns.map((column, index) =>
    widest([column.title, ...rows.map((row) => row[index] ?? '')].map((text) => longestWord(text))),
  );
  const least = columns.map(({ title, isNumber }, index) =>
    isNumber ? (words[index] ?? 0) : Math.min(words[index] ?? 0, Math.max(NARROWEST, longestWord(title))),
  );
  return [words, least].reduce(
    (widths, limits) => narrowed(widths, limits, total(widths, gap) - width),
    unwrapped,
  );
}

/** Removes `surplus` from the widest columns, without going below their limits. */
function narrowed(from: readonly number[], limits: readonly number[], surplus: number): number[] {
  const widths = [...from];
  for (let left = surplus; left > 0; left -= 1) {
    const index = widths.reduce(
      (found, own, at) => (own > (limits[at] ?? 0) && own > (widths[found] ?? 0) ? at : found),
      -1,
    );
    if (index === -1) break;
    widths[index] = (widths[index] ?? 0) - 1;
  }
  return widths;
}

function unwrappedWidths(columns: readonly TableColumn[], rows: Rows): number[] {
  return columns.map(({ title }, index) =>
    widest([stringWidth(title), ...rows.map((row) => stringWidth(row[index] ?? ''))]),
  );
}

function total(widths: readonly number[], gap: string): number {
  return widths.reduce((sum, own) => sum + own, gap.length * (widths.length - 1));
}

function longestWord(text: string): number {
  return widest(text.split(' ').map((word) => stringWidth(word)));
}

function widest(widths: readonly number[]): number {
  return widths.reduce((most, own) => Math.max(most, own), 0);
}
