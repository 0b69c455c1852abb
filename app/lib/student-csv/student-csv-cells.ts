import { unguardedCell } from '#app/lib/csv/formula-guard.ts';
import { STATES, STATE_CODES } from '#app/schemas/states.ts';

/** Removes a cell's formula guard, line breaks and surrounding spaces. */
export function cleanCell(cell: string): string {
  return unguardedCell(cell)
    .replace(/[\t\r\n]+/g, ' ')
    .trim();
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
