/** More than any language puts on one letter. */
export const COMBINING_MARKS_MAX = 30;
const TOO_MANY_COMBINING_MARKS = new RegExp(`\\p{M}{${COMBINING_MARKS_MAX + 1}}`, 'u');

/** Whether there are too many combining marks in a row. Check before normalizing, which is quadratic in them. */
export function hasTooManyCombiningMarks(text: string): boolean {
  return TOO_MANY_COMBINING_MARKS.test(text);
}
