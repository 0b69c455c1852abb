/** How what a spreadsheet takes for a formula begins, as a pattern: also behind apostrophes; the wide signs are those of East Asian keyboards. */
export const FORMULA_BEGINNING = String.raw`'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]`;
const FORMULA_LIKE = new RegExp(`^${FORMULA_BEGINNING}`);

/** Whether a spreadsheet takes the text for a formula, as it stands or without its apostrophes. */
export function isFormulaLike(text: string): boolean {
  return FORMULA_LIKE.test(text);
}

/**
 * A cell of a CSV that no spreadsheet runs (decisions, section 7): one apostrophe more before everything that is a formula, or
 * would be one without its apostrophes. `unguardedCell` gives every cell back as it was.
 */
export function guardedCell(cell: string): string {
  return isFormulaLike(cell) ? `'${cell}` : cell;
}

/** Takes the one apostrophe off that `guardedCell`, or a spreadsheet, has put before a formula's first character. */
export function unguardedCell(cell: string): string {
  return cell.startsWith("'") && isFormulaLike(cell) ? cell.slice(1) : cell;
}
