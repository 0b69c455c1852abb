import { z } from 'zod';
import { ResponseInstant } from './fields.ts';
import { DesignationResponseSchema } from './designation.ts';
import { METHOD_FIELDS } from './designation-fields.ts';
import { ofEachField } from './field-tables.ts';

/** `field` is the name in bodies; '' means no value. */
const FieldChangeSchema = z.object({
  field: z.string(),
  from: z.union([z.string(), z.number(), z.boolean()]),
  to: z.union([z.string(), z.number(), z.boolean()]),
});
export type FieldChange = z.output<typeof FieldChangeSchema>;

const StudentChangeSchema = z.object({
  id: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  /** List index from 0; for removed students, in the earlier list. */
  position: z.number(),
  /** First and last name; empty if both are missing. */
  name: z.string(),
  /** Empty for added and removed students. */
  fields: z.array(FieldChangeSchema),
});
export type StudentChange = z.output<typeof StudentChangeSchema>;

const ComparedContentsSchema = z.object({
  fields: z.array(FieldChangeSchema),
  students: z.array(StudentChangeSchema),
  /** Whether students on both lists are in a different order. */
  isReordered: z.boolean(),
});
export type ComparedContents = z.output<typeof ComparedContentsSchema>;

export const ChangesSinceReturnSchema = ComparedContentsSchema.extend({ returnedAt: ResponseInstant });
export type ChangesSinceReturn = z.output<typeof ChangesSinceReturnSchema>;

/** What a school enters into a designation, at some point in time. */
export const DesignationContentsSchema = DesignationResponseSchema.pick({
  ...ofEachField(METHOD_FIELDS, () => true as const),
  students: true,
});
export type DesignationContents = z.output<typeof DesignationContentsSchema>;
