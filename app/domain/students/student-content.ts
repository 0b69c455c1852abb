import { addressFields, addressParts } from '#app/domain/addresses.ts';
import { pickFields } from '#app/schemas/field-tables.ts';
import type { StudentAnswer, StudentDraft } from '#app/schemas/student.ts';
import { STUDENT_FIELDS } from '#app/schemas/student-fields.ts';

/** Everything people enter about a student, flat, under the names that bodies and events use. */
export function studentContent(student: StudentDraft | StudentAnswer): Record<string, string | boolean> {
  return { ...pickFields(STUDENT_FIELDS, student), ...addressFields(addressParts(student.address)) };
}

/** The names of the fields in which two students differ; their values never leave here. */
export function differingFields(
  one: StudentDraft | StudentAnswer,
  other: StudentDraft | StudentAnswer,
): string[] {
  const otherContent = studentContent(other);
  return Object.entries(studentContent(one))
    .filter(([field, value]) => otherContent[field] !== value)
    .map(([field]) => field);
}
