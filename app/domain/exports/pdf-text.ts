/** Characters except Latin, Greek, and Cyrillic letters, punctuation, and signs that both fonts of the PDF have. */
const NOT_IN_FONT =
  /[^\u0300-\u034F\t-\r\u0020-\u007E\u00A0-\u02E9\u0370-\u0377\u037A-\u037F\u0384-\u038A\u038C\u038E-\u03A1\u03A3-\u03E1\u03F0-\u0525\u1E00-\u1EFB\u2000-\u2064\u20A0-\u20B5\u2100-\u2109\u210B-\u2149\u2150-\u2185\u2190-\u2311\u2500-\u25FC]/gu;

/** Characters after which a text without spaces may continue on the next line. */
const LONG_WORD = /\S{30}\p{M}{0,4}(?=\S)/gu;
const ZERO_WIDTH_SPACE = '\u200B';

/** Returns whether the PDF can show all characters of a text. */
export function isInPdfFont(text: string): boolean {
  return composed(text).search(NOT_IN_FONT) === -1;
}

/**
 * Returns a text as the PDF shows it, with a question mark for each character that it can't show. Long words get break
 * opportunities, because the time to find them grows with the square of the length.
 */
export function pdfText(text: string): string {
  return composed(text).replaceAll(NOT_IN_FONT, '?').replaceAll(LONG_WORD, `$&${ZERO_WIDTH_SPACE}`);
}

/** In composed characters, because the font draws a separate accent beside its letter. */
function composed(text: string): string {
  return text.normalize('NFC');
}
