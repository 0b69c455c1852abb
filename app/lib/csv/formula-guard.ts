/** Pattern for the start of a formula, also after apostrophes, with the full-width signs of East Asian keyboards. */
export const FORMULA_BEGINNING = String.raw`'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]`;
const FORMULA_LIKE = new RegExp(`^${FORMULA_BEGINNING}`);

/** Returns whether a spreadsheet treats the text as a formula, with or without its leading apostrophes. */
export function isFormulaLike(text: string): boolean {
  return FORMULA_LIKE.test(text);
}

/**
 * Prevents CSV injection: adds an apostrophe to a cell that a spreadsheet could run as a formula (decisions, section 7).
 * `unguardedCell` reverses this.
 */
export function guardedCell(cell: string): string {
  return isFormulaLike(cell) ? `'${cell}` : cell;
}

/** Removes the one apostrophe that `guardedCell` or a spreadsheet put before a formula. */
export function unguardedCell(cell: string): string {
  return cell.startsWith("'") && isFormulaLike(cell) ? cell.slice(1) : cell;
}
