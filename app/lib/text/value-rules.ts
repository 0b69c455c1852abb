import { counted } from '#app/lib/text/counted.ts';

/** The rules of single values that the schemas share with pages that don't load them. */

/** Includes U+2028 and U+2029, which end a line. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Characters that reorder the surrounding text; Arabic and Hebrew use other marks. */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/;
/** Anything but spaces, combining marks and invisible characters. */
const VISIBLE_CHARACTER = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\p{M}\u2800]/u;

const EMAIL = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const ZIP5 = /^\d{5}$/;

export const EMAIL_MAX = 254;
export const PHONE_MAX = 40;
/** Names of students, and lines of addresses. */
export const STUDENT_NAME_MAX = 100;
export const ADDRESS_LINE_MAX = 120;

export const EMAIL_MESSAGE = 'Enter an email address like name@example.org.';
export const DATE_MESSAGE = 'Enter a real date as YYYY-MM-DD.';
export const EARLIEST_BIRTH_DATE_MESSAGE = 'Date of birth must be in 1900 or later.';
export const ZIP5_MESSAGE = 'Zipcode must be exactly 5 digits.';
export const CONTROLS_MESSAGE = 'This contains hidden characters. Type it instead of pasting it.';
export const INVISIBLE_MESSAGE = 'Enter at least one visible character.';

export function tooLongMessage(max: number): string {
  return `Must be at most ${counted(max, 'character')}.`;
}

/** Returns whether a text has no control characters, and none that change the direction of text. */
export function hasNoControls(text: string): boolean {
  return !CONTROL_CHARACTERS.test(text) && !BIDI_CONTROLS.test(text);
}

export function isVisible(text: string): boolean {
  return VISIBLE_CHARACTER.test(text);
}

export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

export function isZip5(text: string): boolean {
  return ZIP5.test(text);
}

/** Returns whether the text is a date that exists, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const day = DATE.test(text) ? new Date(`${text}T00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
