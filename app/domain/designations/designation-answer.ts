import type { Loaded } from '@mikro-orm/postgresql';
import { type DesignationAnswer, DesignationListItemSchema } from '#app/schemas/designation.ts';
import { type StudentAnswer, StudentAnswerSchema } from '#app/schemas/student.ts';
import type { Designation } from '#db/entities/designation.ts';
import type { Student } from '#db/entities/student.ts';

/** The relations that an answer names. */
export const ANSWERED_RELATIONS = ['highSchool', 'academicYear', 'submittedBy'] as const;

/** A designation with its students, in their order, as answers show it. */
export function designationAnswer(
  designation: Loaded<Designation, (typeof ANSWERED_RELATIONS)[number]>,
  students: readonly Student[],
): DesignationAnswer {
  const item = DesignationListItemSchema.parse({
    ...designation,
    highSchoolId: designation.highSchool.id,
    acceptedTermsAndConditions: designation.acceptedTermsAt !== null,
  });
  return { ...item, version: designation.version, students: students.map(studentAnswer) };
}

/** A student as answers show it; a birth date that a draft does not have yet is ''. */
export function studentAnswer(student: Student): StudentAnswer {
  return StudentAnswerSchema.parse({
    ...student,
    designationId: student.designation.id,
    dateOfBirth: student.dateOfBirth ?? '',
    address: { ...student.address, studentId: student.id },
  });
}
