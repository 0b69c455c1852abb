import { z } from 'zod';
import { DesignationAnswerSchema } from './designation.ts';
import { AnsweredInstant } from './fields.ts';
import { StudentAnswerSchema } from './student.ts';

/** A receipt to print; of the students, it has only the names. */
export const ReceiptSchema = DesignationAnswerSchema.pick({
  id: true,
  status: true,
  classSize: true,
  criteria: true,
  highSchool: true,
  academicYear: true,
}).extend({
  /** The last submission; null if an administrator set the status. */
  submission: z.object({ by: z.string(), at: AnsweredInstant }).nullable(),
  /** The last change since then; the receipt shows the current data. */
  changed: z.object({ by: z.string(), at: AnsweredInstant }).nullable(),
  students: z.array(StudentAnswerSchema.pick({ id: true, first: true, middle: true, last: true })),
});
export type Receipt = z.output<typeof ReceiptSchema>;

export const ReceiptScreenSchema = z.object({ receipt: ReceiptSchema });
