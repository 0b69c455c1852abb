import stringWidth from 'string-width';

export interface TableColumn {
  readonly title: string;
  readonly isNumber: boolean;
}

type Rows = readonly (readonly string[])[];

/** Columns narrower than this are unreadable. */
const NARROWEST = 8;

/** Returns the width of a table without wrapped cells. */
export function widthOf(columns: readonly TableColumn[], rows: Rows, gap: string): number {
  return total(wholeWidths(columns, rows), gap);
}

/** Fits column widths into `width` if possible: first without breaking words, then to a readable minimum. */
export function fittedWidths(
  columns: readonly TableColumn[],
  rows: Rows,
  { width, gap }: { readonly width: number | null; readonly gap: string },
): number[] {
  const whole = wholeWidths(columns, rows);
  if (width === null) return whole;
  const words = columns.map((column, index) =>
    widest([column.title, ...rows.map((row) => row[index] ?? '')].map((text) => longestWord(text))),
  );
  const least = columns.map(({ title, isNumber }, index) =>
    isNumber ? (words[index] ?? 0) : Math.min(words[index] ?? 0, Math.max(NARROWEST, longestWord(title))),
  );
  return [words, least].reduce(
    (widths, limits) => narrowed(widths, limits, total(widths, gap) - width),
    whole,
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

function wholeWidths(columns: readonly TableColumn[], rows: Rows): number[] {
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
