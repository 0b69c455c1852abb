import { EARLIEST_BIRTH_DATE } from '#app/lib/time/age.ts';
import { type DraftStudent, isFilledIn } from '#app/lib/students/draft-students.ts';
import { phoneProblem } from '#app/lib/text/phone.ts';
import { neededTexts } from '#app/schemas/student-fields.ts';

/** Summary of how complete a student's form is; the schema does the real validation. */
export interface StudentGaps {
  readonly isEmpty: boolean;
  readonly missing: number;
  readonly invalid: number;
}

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const ZIP5 = /^\d{5}$/;

/** @param today the latest possible birth date, YYYY-MM-DD */
export function studentGaps(student: DraftStudent, today: string): StudentGaps {
  const { dateOfBirth, phone, email, parentEmail } = student;
  const { zip5 } = student.address;
  const isWrong = [
    dateOfBirth !== '' && (dateOfBirth < EARLIEST_BIRTH_DATE || dateOfBirth > today),
    isEntered(phone) && phoneProblem(phone.trim()) !== null,
    isEntered(email) && !LOOKS_LIKE_EMAIL.test(email.trim()),
    isEntered(parentEmail) && !LOOKS_LIKE_EMAIL.test(parentEmail.trim()),
    isEntered(zip5) && !ZIP5.test(zip5.trim()),
  ];
  return {
    isEmpty: !isFilledIn(student),
    missing: neededTexts(student).filter((value) => !isEntered(value)).length,
    invalid: isWrong.filter(Boolean).length,
  };
}

/** Returns 'Complete', 'Empty', '3 missing' or '3 missing, 1 invalid'. */
export function formatGaps({ isEmpty, missing, invalid }: StudentGaps): string {
  if (isEmpty) return 'Empty';
  const parts = [missing > 0 && `${missing} missing`, invalid > 0 && `${invalid} invalid`].filter(Boolean);
  return parts.length === 0 ? 'Complete' : parts.join(', ');
}

function isEntered(value: string): boolean {
  return value.trim() !== '';
}
