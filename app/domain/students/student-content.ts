import { ADDRESS_FIELD_LIST } from '#app/schemas/address-fields.ts';
import { pickFields } from '#app/schemas/field-tables.ts';
import type { StudentAnswer, StudentDraft } from '#app/schemas/student.ts';
import { STUDENT_FIELDS } from '#app/schemas/student-fields.ts';

/** Everything people enter about a student, flat, under the names that bodies and events use. */
export function studentContent(student: StudentDraft | StudentAnswer): Record<string, string | boolean> {
  const address = ADDRESS_FIELD_LIST.map(
    ([part]) => [`address.${part}`, student.address[part] ?? ''] as const,
  );
  return { ...pickFields(STUDENT_FIELDS, student), ...Object.fromEntries(address) };
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
