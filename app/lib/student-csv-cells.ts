import { formatImportedPhone } from '#app/lib/phone.ts';
import { STATES, STATE_CODES } from '#app/schemas/enums.ts';

/** What a spreadsheet must not run is exported with a leading apostrophe (decisions, section 7); here it comes off again. */
export function restoredCell(cell: string): string {
  return cell
    .replace(/^'(?=[=+\-@\t\r])/, '')
    .replace(/[\t\r\n]+/g, ' ')
    .trim();
}

/**
 * A day as 'YYYY-MM-DD', from mm/dd/yyyy, m/d/yy or YYYY-MM-DD; null for anything that is no real day. Two digits of a year
 * mean the last hundred years up to `today` ('YYYY-MM-DD'). Dots and dashes mean other orders elsewhere: they are not guessed.
 */
export function dayOfCell(cell: string, today: string): string | null {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(cell);
  if (american) return realDay(fullYear(american[3] ?? '', today), american[1] ?? '', american[2] ?? '');
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(cell);
  return iso ? realDay(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '') : null;
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

/** '99801' or '99801-1234', whole as it is otherwise: the form then says what is wrong with it. */
export function zipOfCell(cell: string): { zip5: string; zip4: string } {
  const plusFour = /^(\d{5})-(\d{4})$/.exec(cell);
  return plusFour ? { zip5: plusFour[1] ?? '', zip4: plusFour[2] ?? '' } : { zip5: cell, zip4: '' };
}

/** The phone of a cell (specification, section 5); the country's 1 before ten digits is no part of the number. */
export function phoneOfCell(cell: string): string {
  const digits = cell.replace(/\D/g, '');
  return formatImportedPhone(/^1\d{10}$/.test(digits) ? digits.slice(1) : cell);
}

function fullYear(year: string, today: string): string {
  if (year.length === 4) return year;
  const thisCentury = `${today.slice(0, 2)}${year}`;
  return thisCentury <= today.slice(0, 4) ? thisCentury : String(Number(thisCentury) - 100);
}

function realDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) ? text : null;
}
