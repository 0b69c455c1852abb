import { unguardedCell } from '#app/lib/csv/formula-guard.ts';
import { STATES, STATE_CODES } from '#app/schemas/states.ts';

/** A cell as it was meant: without the apostrophe that keeps a spreadsheet from running it, on one line, without blanks around. */
export function cleanCell(cell: string): string {
  return unguardedCell(cell)
    .replace(/[\t\r\n]+/g, ' ')
    .trim();
}

/** The code of a state given by code or name, in any case; null for anything else. */
export function stateOfCell(cell: string): string | null {
  const wanted = cell.toLowerCase();
  return (
    STATE_CODES.find((code) => code.toLowerCase() === wanted || STATES[code].toLowerCase() === wanted) ?? null
  );
}

/** yes/no or Y/N in any case; null for anything else. */
export function twinOfCell(cell: string): boolean | null {
  if (/^(y|yes)$/i.test(cell)) return true;
  return /^(n|no)$/i.test(cell) ? false : null;
}
