import type { StudentAnswer, StudentDraft } from '#app/schemas/student.ts';

/** Everything people enter about a student, flat, under the names that bodies and events use. */
export function studentContent(student: StudentDraft | StudentAnswer): Record<string, string | boolean> {
  const { address } = student;
  return {
    first: student.first,
    middle: student.middle,
    last: student.last,
    preferred: student.preferred,
    dateOfBirth: student.dateOfBirth,
    twin: student.twin,
    phone: student.phone,
    email: student.email,
    parentEmail: student.parentEmail,
    'address.address1': address.address1,
    'address.address2': address.address2 ?? '',
    'address.city': address.city,
    'address.state': address.state,
    'address.zip5': address.zip5,
    'address.zip4': address.zip4 ?? '',
    'address.firmName': address.firmName ?? '',
    'address.urbanization': address.urbanization ?? '',
  };
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
