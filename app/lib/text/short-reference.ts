/** Crockford's base 32 has no I, L, O, or U, which are easily misread or misheard. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HEX_DIGITS = 10;
const GROUP = 4;

/**
 * Returns a reference to say on the phone, like `2026-7K3M-Q2XP`: the year and the first 40 bits of the
 * designation's UUID.
 */
export function shortReference(year: number, id: string): string {
  let bits = Number.parseInt(id.replaceAll('-', '').slice(0, HEX_DIGITS), 16);
  let code = '';
  while (code.length < 2 * GROUP) {
    code = `${DIGITS[bits % DIGITS.length]}${code}`;
    bits = Math.floor(bits / DIGITS.length);
  }
  return `${year}-${code.slice(0, GROUP)}-${code.slice(GROUP)}`;
}

/** A designation's year and the first ten hexadecimal digits of its UUID. */
export interface FoundReference {
  readonly year: number;
  readonly start: string;
}

const REFERENCE = /^(\d{4})[- ]([0-9A-Z]{4})[- ]([0-9A-Z]{4})$/;

/** Reads a short reference, however it is spelled; null if the text isn't one. */
export function findReference(text: string): FoundReference | null {
  const letters = text.trim().toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  const [, year = '', first = '', second = ''] = REFERENCE.exec(letters) ?? [];
  const values = Array.from(`${first}${second}`, (digit) => DIGITS.indexOf(digit));
  if (values.length === 0 || values.includes(-1)) return null;
  const bits = values.reduce((sum, value) => sum * DIGITS.length + value, 0);
  return { year: Number(year), start: bits.toString(16).padStart(HEX_DIGITS, '0') };
}
