/** Earliest valid birth date, YYYY-MM-DD (decisions, section 5). */
export const EARLIEST_BIRTH_DATE = '1900-01-01';

export const FUTURE_BIRTH_DATE_MESSAGE = 'Date of birth must not be in the future.';

const OLDEST_EXPECTED_AGE = 19;
const YOUNGEST_EXPECTED_AGE = 16;

/** Returns the full years between two days, both 'YYYY-MM-DD'. In common years, Feb 29 birthdays count from Mar 1. */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/**
 * Returns the specification's age warning (section 5); null if there is none, or no possible birth date. Warnings
 * never block.
 */
export function ageWarning(dateOfBirth: string, day: string): string | null {
  if (dateOfBirth < EARLIEST_BIRTH_DATE || dateOfBirth > day) return null;
  const age = ageOn(dateOfBirth, day);
  if (age > OLDEST_EXPECTED_AGE) return 'Warning: age is more than 19 years old';
  if (age < YOUNGEST_EXPECTED_AGE) return 'Warning: age is less than 16 years old';
  return null;
}
