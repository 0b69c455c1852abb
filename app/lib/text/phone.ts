/** '(907) 555-0123', optionally followed by ', extension 45' (specification, section 5). */
const PHONE_PATTERN = /^\(\d{3}\) \d{3}-\d{4}(, extension \d+)?$/;

export const PHONE_MESSAGE =
  'Phone number must be in the format (xxx) xxx-xxxx or (xxx) xxx-xxxx, extension xxx...';
export const AREA_CODE_MESSAGE = "US area codes don't begin with 0 or 1. Check the phone number.";

const AREA_DIGITS = 3;
const EXCHANGE_DIGITS = 6;
const PHONE_DIGITS = 10;

/** 'x12', 'ext. 12', 'extension 12' or '#12' at the end of a phone number. */
const EXTENSION = /(?:extension|extn|ext|x|#)[.:\s]*(\d[\d\s-]*)$/i;
/** A country code that isn't 1, like +44. */
const FOREIGN = /^[^\d+]*\+\D*[02-9]/;

/**
 * Formats a phone number as '(ddd) ddd-dddd', optionally with ', extension d…' (specification, section 5). Drops
 * country code 1; shorter and foreign numbers stay as typed.
 */
export function formatPhone(input: string): string {
  if (FOREIGN.test(input)) return input;
  const marked = EXTENSION.exec(input);
  const typed = digitsOf(marked === null ? input : input.slice(0, marked.index));
  const digits = typed.length > PHONE_DIGITS ? typed.replace(/^1/, '') : typed;
  if (digits.length < PHONE_DIGITS || (marked !== null && digits.length > PHONE_DIGITS)) return input;
  const extension = marked === null ? digits.slice(PHONE_DIGITS) : digitsOf(marked[1] ?? '');
  const number = `(${digits.slice(0, AREA_DIGITS)}) ${digits.slice(AREA_DIGITS, EXCHANGE_DIGITS)}-${digits.slice(EXCHANGE_DIGITS, PHONE_DIGITS)}`;
  return extension === '' ? number : `${number}, extension ${extension}`;
}

/** Validates a phone number. Returns what is wrong with it; null if it's valid. */
export function phoneProblem(phone: string): string | null {
  if (!PHONE_PATTERN.test(phone)) return PHONE_MESSAGE;
  return /^\([01]/.test(phone) ? AREA_CODE_MESSAGE : null;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
