/** The largest class, which designates 500 students; a stored list may be longer, from before this limit. */
export const MAX_CLASS_SIZE = 5000;

/** What share of a class may be designated: one student per ten (specification, section 9; decisions, section 5). */
export const STUDENTS_PER_PLACE = 10;

/** How many students a class of `classSize` designates: 0 for 0, else one per ten rounded half up, at least 1. */
export function designationSize(classSize: number, studentsPerPlace = STUDENTS_PER_PLACE): number {
  if (classSize <= 0) return 0;
  return Math.max(1, Math.floor(classSize / studentsPerPlace + 0.5));
}

/** The most students that a list may be saved with. */
export const STUDENTS_MAX = designationSize(MAX_CLASS_SIZE);

/** The band of ten within which an administrator may correct a class size, both ends included. */
export function classSizeBand(classSize: number): { min: number; max: number } {
  const min = Math.floor(classSize / 10) * 10;
  return { min, max: min + 9 };
}

/** The specification's refusal when `next` leaves the band of `current`; null when it stays inside. */
export function classSizeBandError(current: number, next: number): string | null {
  const { min, max } = classSizeBand(current);
  if (next > max) return bandMessage('larger', max);
  if (next < min) return bandMessage('smaller', min);
  return null;
}

/** The rounding warning inside a band: '14 → 15' changes the expected number from 1 to 2. Null when it does not change. */
export function expectedNumberWarning(current: number, next: number): string | null {
  const before = designationSize(current);
  const after = designationSize(next);
  return before === after ? null : `The expected number of students changes from ${before} to ${after}.`;
}

function bandMessage(direction: 'larger' | 'smaller', bound: number): string {
  return `Setting class size ${direction} than ${bound} would change how many students should be designated. Return the designation for correction instead.`;
}
