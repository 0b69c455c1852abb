// What moves a terminal's cursor or changes its direction, and so could draw what is not there.
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text on one line that a terminal takes for nothing but text. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, ' ');
}

/** The same for a text of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
