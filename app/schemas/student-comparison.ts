import { z } from 'zod';
import { DesignationResponseSchema } from './designation.ts';
import { DESIGNATION_STATUSES } from './enums.ts';
import { StudentResponseSchema } from './student.ts';

export const ComparedStudentSchema = StudentResponseSchema.pick({
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
  /** From 1. */
  position: z.number(),
});
export type ComparedStudent = z.output<typeof ComparedStudentSchema>;

/** A student, and lookalikes on other schools' lists. */
export const StudentComparisonSchema = z.object({
  student: ComparedStudentSchema,
  others: z.array(ComparedStudentSchema),
});
export type StudentComparison = z.output<typeof StudentComparisonSchema>;

export const CompareStudentsScreenSchema = z.object({
  designation: DesignationResponseSchema.pick({ id: true, highSchool: true, academicYear: true }),
  comparisons: z.array(StudentComparisonSchema),
});
