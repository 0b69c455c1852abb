import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { fittedWidths, type TableColumn, widthOf } from './fitted-widths.ts';
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

/** Whether the last column contains ids, which are useless if wrapped. */
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
