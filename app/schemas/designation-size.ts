/** A class of this size designates 500 students. Lists stored before this limit may be longer. */
export const MAX_CLASS_SIZE = 5000;

/** Students in a class per designated student (specification, section 9; decisions, section 5). */
export const CLASS_SIZE_PER_STUDENT = 10;

/**
 * Returns how many students a class designates: the top ten percent, rounded half up, at least 1; 0 for an empty class.
 */
export function designationSize(classSize: number, classSizePerStudent = CLASS_SIZE_PER_STUDENT): number {
  if (classSize <= 0) return 0;
  return Math.max(1, Math.floor(classSize / classSizePerStudent + 0.5));
}

export const STUDENTS_MAX = designationSize(MAX_CLASS_SIZE);

/** Returns the range of ten, inclusive, within which an administrator may correct a class size. */
export function classSizeBand(classSize: number): { min: number; max: number } {
  const min = Math.floor(classSize / 10) * 10;
  return { min, max: min + 9 };
}

/** Returns the specification's error if `next` leaves the band of `current`; null otherwise. */
export function classSizeBandError(current: number, next: number): string | null {
  const { min, max } = classSizeBand(current);
  if (next > max) return bandMessage('larger', max);
  if (next < min) return bandMessage('smaller', min);
  return null;
}

/** Returns a warning if the expected number of students changes, as from class size 14 to 15; null otherwise. */
export function expectedNumberWarning(current: number, next: number): string | null {
  const before = designationSize(current);
  const after = designationSize(next);
  return before === after ? null : `The expected number of students changes from ${before} to ${after}.`;
}

function bandMessage(direction: 'larger' | 'smaller', bound: number): string {
  return `Setting class size ${direction} than ${bound} would change how many students should be designated. Return the designation for correction instead.`;
}
