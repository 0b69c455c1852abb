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
