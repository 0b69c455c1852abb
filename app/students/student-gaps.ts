import { type DraftStudent, isFilledIn } from '#app/students/draft-students.ts';
import type { StudentErrors } from '#app/students/student-errors.ts';
import { phoneProblem } from '#app/lib/text/phone.ts';
import {
  ADDRESS_LINE_MAX,
  CONTROLS_MESSAGE,
  DATE_MESSAGE,
  EARLIEST_BIRTH_DATE_MESSAGE,
  EMAIL_MAX,
  EMAIL_MESSAGE,
  hasNoControls,
  INVISIBLE_MESSAGE,
  isDate,
  isEmail,
  isVisible,
  isZip5,
  PHONE_MAX,
  STUDENT_NAME_MAX,
  tooLongMessage,
  ZIP5_MESSAGE,
} from '#app/lib/text/value-rules.ts';
import { EARLIEST_BIRTH_DATE, FUTURE_BIRTH_DATE_MESSAGE } from '#app/lib/time/age.ts';
import { neededTexts } from '#app/schemas/student-fields.ts';

/** Summary of how complete a student's form is; the schema does the real validation. */
export interface StudentGaps {
  readonly isEmpty: boolean;
  readonly missing: number;
  readonly invalid: number;
}

/** @param today the latest possible birth date, YYYY-MM-DD */
export function studentGaps(student: DraftStudent, today: string): StudentGaps {
  return {
    isEmpty: !isFilledIn(student),
    missing: neededTexts(student).filter((value) => value.trim() === '').length,
    invalid: Object.keys(invalidValues(student, today)).length,
  };
}

/**
 * Returns what is wrong with the entered values by field name, such as 'address.zip5'. Blank fields aren't invalid.
 * @param today the latest possible birth date, YYYY-MM-DD
 */
export function invalidValues(student: DraftStudent, today: string): StudentErrors {
  const { first, middle, last, preferred, dateOfBirth, phone, email, parentEmail, address } = student;
  const name = { first, middle, last, preferred };
  const { address1, address2, city } = address;
  const problems = [
    ...Object.entries(name).map(([field, text]) => [field, text, lineProblem(STUDENT_NAME_MAX)] as const),
    ['dateOfBirth', dateOfBirth, dateProblem(today)] as const,
    ['phone', phone, (text: string) => tooLong(text, PHONE_MAX) ?? phoneProblem(text)] as const,
    ['email', email, emailProblem] as const,
    ['parentEmail', parentEmail, emailProblem] as const,
    ...Object.entries({ address1, address2, city }).map(
      ([field, text]) => [`address.${field}`, text, lineProblem(ADDRESS_LINE_MAX)] as const,
    ),
    ['address.zip5', address.zip5, (text: string) => (isZip5(text) ? null : ZIP5_MESSAGE)] as const,
  ].flatMap(([field, typed, problemOf]) => {
    const text = typed.trim();
    const problem = text === '' ? null : problemOf(text);
    return problem === null ? [] : [[field, [problem]] as const];
  });
  return Object.fromEntries(problems);
}

/** Returns 'Complete', 'Empty', '3 missing' or '3 missing, 1 invalid'. */
export function formatGaps({ isEmpty, missing, invalid }: StudentGaps): string {
  if (isEmpty) return 'Empty';
  const parts = [missing > 0 && `${missing} missing`, invalid > 0 && `${invalid} invalid`].filter(Boolean);
  return parts.length === 0 ? 'Complete' : parts.join(', ');
}

function lineProblem(max: number) {
  return (text: string) => {
    if (!hasNoControls(text)) return CONTROLS_MESSAGE;
    return isVisible(text) ? tooLong(text.normalize(), max) : INVISIBLE_MESSAGE;
  };
}

function tooLong(text: string, max: number): string | null {
  return text.length > max ? tooLongMessage(max) : null;
}

function dateProblem(today: string) {
  return (text: string) => {
    if (!isDate(text)) return DATE_MESSAGE;
    if (text < EARLIEST_BIRTH_DATE) return EARLIEST_BIRTH_DATE_MESSAGE;
    return text > today ? FUTURE_BIRTH_DATE_MESSAGE : null;
  };
}

function emailProblem(text: string): string | null {
  return tooLong(text, EMAIL_MAX) ?? (isEmail(text) ? null : EMAIL_MESSAGE);
}
