import { z } from 'zod';
import { DesignationAnswerSchema } from './designation.ts';
import { AnsweredInstant } from './fields.ts';
import { StudentAnswerSchema } from './student.ts';

/** What a school keeps on paper of what it submitted: of students their names alone. */
export const ReceiptSchema = DesignationAnswerSchema.pick({
  id: true,
  status: true,
  classSize: true,
  criteria: true,
  highSchool: true,
  academicYear: true,
}).extend({
  /** Who submitted it last, and when; null where an administrator set it to what it is. */
  submission: z.object({ by: z.string(), at: AnsweredInstant }).nullable(),
  /** Who changed what it holds since then, last, and when; the receipt shows it as it stands now. */
  changed: z.object({ by: z.string(), at: AnsweredInstant }).nullable(),
  students: z.array(StudentAnswerSchema.pick({ id: true, first: true, middle: true, last: true })),
});
export type Receipt = z.output<typeof ReceiptSchema>;

export const ReceiptScreenSchema = z.object({ receipt: ReceiptSchema });
