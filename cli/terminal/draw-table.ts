import { printable } from './printable.ts';
import { textWidth } from './text-width.ts';
import { wrapText } from './wrap-text.ts';

export interface TableColumn {
  readonly title: string;
  readonly isNumber: boolean;
}

const GAP = '  ';
const NARROWEST = 8;

export interface DrawnTable {
  /** The titles and a rule. */
  readonly head: readonly string[];
  readonly body: readonly string[];
}

/**
 * The lines of a table. Where it is wider than `width` columns its widest columns give way and their cells go on
 * in further lines: nothing is cut off. Where even that is too wide, it is wider.
 */
export function drawTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number | null,
): DrawnTable {
  const cells = rows.map((row) => row.map(printable));
  const widths = fittedWidths(columns, cells, width);
  const titles = linesOfRow(
    columns.map(({ title }) => title),
    columns,
    widths,
  );
  const rule = widths.map((columnWidth) => '─'.repeat(columnWidth)).join(GAP);
  return { head: [...titles, rule], body: cells.flatMap((row) => linesOfRow(row, columns, widths)) };
}

function fittedWidths(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number | null,
): number[] {
  const widths = columns.map(({ title }, index) =>
    rows.reduce((widest, row) => Math.max(widest, textWidth(row[index] ?? '')), textWidth(title)),
  );
  if (width === null) return widths;
  const least = columns.map(({ title, isNumber }, index) =>
    isNumber ? (widths[index] ?? 0) : Math.max(NARROWEST, longestWord(title)),
  );
  let surplus = widths.reduce((sum, own) => sum + own, GAP.length * (widths.length - 1)) - width;
  while (surplus > 0) {
    const widest = widths.reduce(
      (found, own, index) => (own > (least[index] ?? 0) && own > (widths[found] ?? 0) ? index : found),
      -1,
    );
    if (widest === -1) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    surplus -= 1;
  }
  return widths;
}

function longestWord(text: string): number {
  return Math.max(...text.split(' ').map(textWidth));
}

function linesOfRow(
  row: readonly string[],
  columns: readonly TableColumn[],
  widths: readonly number[],
): string[] {
  const wrapped = row.map((cell, index) => wrapText(cell, widths[index] ?? 1));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map(({ isNumber }, index) => padded(wrapped[index]?.[line] ?? '', widths[index] ?? 0, isNumber))
      .join(GAP)
      .trimEnd(),
  );
}

function padded(text: string, width: number, isNumber: boolean): string {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)));
  return isNumber ? space + text : text + space;
}
