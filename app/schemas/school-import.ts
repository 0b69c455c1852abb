import { z } from 'zod';

export const SCHOOL_IMPORT_OUTCOMES = ['create', 'update', 'unchanged', 'error'] as const;

/** What becomes of one row of a list of schools. */
const SchoolImportRowSchema = z.object({
  /** Where a spreadsheet shows it, from 1. */
  number: z.number(),
  /** The school's name now, or the one it will have. */
  name: z.string(),
  outcome: z.enum(SCHOOL_IMPORT_OUTCOMES),
  /** The school that the row means; null for a new one. */
  schoolId: z.string().nullable(),
  /** From what to what, by field, the parts of the address as 'address.city'. */
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
  /** Why it is left out; the field is null where the row as a whole is wrong. */
  errors: z.array(z.object({ field: z.string().nullable(), message: z.string() })),
});
export type SchoolImportRow = z.output<typeof SchoolImportRowSchema>;

/** What an import of a list would do, row by row. */
export const SchoolImportPlanSchema = z.object({
  rows: z.array(SchoolImportRowSchema),
  counts: z.object({ create: z.number(), update: z.number(), unchanged: z.number(), error: z.number() }),
  /** Headers of columns that no list of schools has; they are left out. */
  ignoredHeaders: z.array(z.string()),
  /** Names exactly this: an import that is given it does nothing else. */
  plan: z.string(),
});
export type SchoolImportPlan = z.output<typeof SchoolImportPlanSchema>;
