import { z } from 'zod';
import { DesignationAnswerSchema } from './designation.ts';
import { DESIGNATION_STATUSES } from './enums.ts';
import { StudentAnswerSchema } from './student.ts';

/** A student as one of the sides that an administrator compares, with the list it stands on. */
export const ComparedStudentSchema = StudentAnswerSchema.pick({
  id: true,
  first: true,
  middle: true,
  last: true,
  preferred: true,
  dateOfBirth: true,
  email: true,
  phone: true,
  address: true,
}).extend({
  highSchoolName: z.string(),
  designationId: z.string(),
  designationStatus: z.enum(DESIGNATION_STATUSES),
  /** The place in that designation's list, from 1. */
  position: z.number(),
});
export type ComparedStudent = z.output<typeof ComparedStudentSchema>;

/** A student of the designation and who looks like the same person on other schools' lists. */
export const StudentComparisonSchema = z.object({
  student: ComparedStudentSchema,
  others: z.array(ComparedStudentSchema),
});
export type StudentComparison = z.output<typeof StudentComparisonSchema>;

export const CompareStudentsScreenSchema = z.object({
  designation: DesignationAnswerSchema.pick({ id: true, highSchool: true, academicYear: true }),
  comparisons: z.array(StudentComparisonSchema),
});
