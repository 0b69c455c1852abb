import type { z } from 'zod';
import { DesignationAnswerSchema } from './designation.ts';
import { METHOD_FIELDS } from './designation-fields.ts';
import { ofEachField } from './field-tables.ts';

/** What a school enters into a designation, at some point in time. */
export const DesignationContentsSchema = DesignationAnswerSchema.pick({
  ...ofEachField(METHOD_FIELDS, () => true as const),
  students: true,
});
export type DesignationContents = z.output<typeof DesignationContentsSchema>;
