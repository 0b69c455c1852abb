/** No language puts so many accents, vowels and signs on one letter. */
export const COMBINING_MARKS_MAX = 30;
const TOO_MANY_COMBINING_MARKS = new RegExp(`\\p{M}{${COMBINING_MARKS_MAX + 1}}`, 'u');

/**
 * Whether more combining marks stand in a row than any language writes. Ask before text is normalized: putting a pile of them in
 * order takes time by the square of its height.
 */
export function hasTooManyCombiningMarks(text: string): boolean {
  return TOO_MANY_COMBINING_MARKS.test(text);
}
