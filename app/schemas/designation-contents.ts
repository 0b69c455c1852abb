import type { z } from 'zod';
import { DesignationAnswerSchema } from './designation.ts';

/** What a school enters into a designation, at some point in time. */
export const DesignationContentsSchema = DesignationAnswerSchema.pick({
  classSize: true,
  criteria: true,
  criteriaComment: true,
  students: true,
});
export type DesignationContents = z.output<typeof DesignationContentsSchema>;
