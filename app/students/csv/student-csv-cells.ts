import { unguardedCell } from '#app/lib/csv/formula-guard.ts';
import { STATES, STATE_CODES } from '#app/schemas/states.ts';

/** Removes a cell's formula guard, line breaks and surrounding spaces. */
export function cleanCell(cell: string): string {
  return unguardedCell(cell)
    .replace(/[\t\r\n]+/g, ' ')
    .trim();
}

/** What people write into a cell that they have no value for. 'NA' may be a name. */
const NO_VALUE = /^(?:n\/a|none|[-–—]+)$/i;

/** Returns whether the cell only says that there is no value, like 'none', 'n/a', or '-'. */
export function meansNone(cell: string): boolean {
  return NO_VALUE.test(cell.trim());
}

/** Returns the code of a state given by code or name, ignoring case; null for anything else. */
export function stateOfCell(cell: string): string | null {
  const wanted = cell.toLowerCase();
  return (
    STATE_CODES.find((code) => code.toLowerCase() === wanted || STATES[code].toLowerCase() === wanted) ?? null
  );
}

/** Parses yes/no or Y/N, ignoring case; null for anything else. */
export function twinOfCell(cell: string): boolean | null {
  if (/^(y|yes)$/i.test(cell)) return true;
  return /^(n|no)$/i.test(cell) ? false : null;
}
