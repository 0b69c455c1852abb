import { z } from 'zod';
import { AnsweredInstant } from './fields.ts';

/** A field by its name in bodies, with what it held and what it holds; '' for nothing. */
const FieldChangeSchema = z.object({
  field: z.string(),
  from: z.union([z.string(), z.number(), z.boolean()]),
  to: z.union([z.string(), z.number(), z.boolean()]),
});
export type FieldChange = z.output<typeof FieldChangeSchema>;

const ComparedStudentSchema = z.object({
  id: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  /** The place on the list from 0: on the present one, of removed students on the earlier one. */
  position: z.number(),
  /** First and last name; empty where neither was given. */
  name: z.string(),
  /** What changed; empty for students added and removed. */
  fields: z.array(FieldChangeSchema),
});
export type ComparedStudent = z.output<typeof ComparedStudentSchema>;

const ComparedContentsSchema = z.object({
  fields: z.array(FieldChangeSchema),
  students: z.array(ComparedStudentSchema),
  /** Whether students who were on both lists stand in another order. */
  isReordered: z.boolean(),
});
export type ComparedContents = z.output<typeof ComparedContentsSchema>;

/** What changed in a designation since it was returned last. */
export const ChangesSinceReturnSchema = ComparedContentsSchema.extend({ returnedAt: AnsweredInstant });
export type ChangesSinceReturn = z.output<typeof ChangesSinceReturnSchema>;
