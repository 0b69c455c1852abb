/** No language puts so many accents, vowels and signs on one letter. */
export const MARKS_MAX = 30;
const PILED_MARKS = new RegExp(`\\p{M}{${MARKS_MAX + 1}}`, 'u');

/**
 * Whether more combining marks stand in a row than any language writes. Ask before text is normalized: putting a pile of them in
 * order takes time by the square of its height.
 */
export function hasPiledMarks(text: string): boolean {
  return PILED_MARKS.test(text);
}
