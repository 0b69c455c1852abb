import { z } from 'zod';
import { SKIP_SIMILAR } from './enums.ts';

export const SCHOOL_IMPORT_OUTCOMES = ['create', 'update', 'unchanged', 'similar', 'error'] as const;

/** A school that a row may mean although neither its banner code nor its name says so. */
const SimilarSchoolSchema = z.object({ id: z.string(), name: z.string() });
export type SimilarSchool = z.output<typeof SimilarSchoolSchema>;

/** What to do with rows that look like a school: skip it, add it as a new school, or update that school, by row number. */
export type SimilarChoices = ReadonlyMap<number, string>;

const CHOICE = /^(\d{1,6}) (skip|new|[0-9a-f-]{36})$/;

/** The form that asks for a preview of a list: a file, or cells pasted from a spreadsheet. */
export const PreviewSchoolsFormSchema = z
  .strictObject({ intent: z.literal('preview'), list: z.file().optional(), pasted: z.string().default('') })
  .refine(({ list, pasted }) => list !== undefined || pasted.trim() !== '', {
    path: ['list'],
    message: 'Choose a CSV file, or paste cells.',
  });

/** The preview's form: the list as it was read, and a choice for each row that looks like a school: '5 new' adds row 5. */
export const ImportSchoolsFormSchema = z.strictObject({
  intent: z.literal('confirm'),
  text: z.string(),
  plan: z.string(),
  choice: z
    .array(z.string().regex(CHOICE))
    .max(5000)
    .default([])
    .transform(
      (choices): SimilarChoices =>
        new Map(
          choices.map((choice) => [Number(choice.split(' ')[0]), choice.split(' ')[1] ?? SKIP_SIMILAR]),
        ),
    ),
});

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
  /** The schools it may mean, most alike first; only where it has no other match. */
  similar: z.array(SimilarSchoolSchema),
  /** Why it is left out; the field is null where the row as a whole is wrong. */
  errors: z.array(z.object({ field: z.string().nullable(), message: z.string() })),
});
export type SchoolImportRow = z.output<typeof SchoolImportRowSchema>;

/** What an import of a list would do, row by row. */
export const SchoolImportPlanSchema = z.object({
  rows: z.array(SchoolImportRowSchema),
  counts: z.record(z.enum(SCHOOL_IMPORT_OUTCOMES), z.number()),
  /** Headers of columns that no list of schools has; they are left out. */
  ignoredHeaders: z.array(z.string()),
  /** Names exactly this: an import that is given it does nothing else. */
  plan: z.string(),
});
export type SchoolImportPlan = z.output<typeof SchoolImportPlanSchema>;
