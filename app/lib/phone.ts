/** '(907) 555-0123', optionally followed by ', extension 45' (specification, section 5). */
export const PHONE_PATTERN = /^\(\d{3}\) \d{3}-\d{4}(, extension \d+)?$/;

export const PHONE_MESSAGE =
  'Phone number must be in the format (xxx) xxx-xxxx or (xxx) xxx-xxxx, extension xxx...';

const AREA_DIGITS = 3;
const EXCHANGE_DIGITS = 6;
const PHONE_DIGITS = 10;

/**
 * The specification's auto-format, applied when a phone field is left: more than nine digits become
 * '(ddd) ddd-dddd', digits beyond the tenth follow as ', extension d…'; fewer leave the input as it was typed.
 */
export function formatPhone(input: string): string {
  const digits = input.replace(/\D/g, '');
  if (digits.length < PHONE_DIGITS) return input;
  const extension = digits.slice(PHONE_DIGITS);
  const number = `(${digits.slice(0, AREA_DIGITS)}) ${digits.slice(AREA_DIGITS, EXCHANGE_DIGITS)}-${digits.slice(EXCHANGE_DIGITS, PHONE_DIGITS)}`;
  return extension === '' ? number : `${number}, extension ${extension}`;
}

/** The phone of a CSV cell: reduced to at most ten digits, then formatted (specification, section 5). */
export function formatImportedPhone(cell: string): string {
  const digits = cell.replace(/\D/g, '');
  return digits.length === 0 ? cell.trim() : formatPhone(digits.slice(0, PHONE_DIGITS));
}
