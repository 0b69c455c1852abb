import { addressFields, addressParts } from '#app/domain/addresses.ts';
import { pickFields } from '#app/schemas/field-tables.ts';
import type { StudentResponse, StudentDraft } from '#app/schemas/student.ts';
import { STUDENT_FIELDS } from '#app/schemas/student-fields.ts';

/** Returns everything that users enter about a student as flat fields, named like in requests and events. */
export function studentContent(student: StudentDraft | StudentResponse): Record<string, string | boolean> {
  return { ...pickFields(STUDENT_FIELDS, student), ...addressFields(addressParts(student.address)) };
}

/** Returns the names of the fields in which two students differ, without their values. */
export function differingFields(
  one: StudentDraft | StudentResponse,
  other: StudentDraft | StudentResponse,
): string[] {
  const otherContent = studentContent(other);
  return Object.entries(studentContent(one))
    .filter(([field, value]) => otherContent[field] !== value)
    .map(([field]) => field);
}
