// Characters that move the cursor or change the text direction, and so could fake output.
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Replaces line breaks, control characters, and direction marks with spaces. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, ' ');
}

/** Like `printable`, but keeps line breaks. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
