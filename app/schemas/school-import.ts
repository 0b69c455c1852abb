import { z } from 'zod';
import { SKIP_SIMILAR } from './enums.ts';
import { ChosenColumnsField, SchoolColumnSchema } from './school-columns.ts';

export const SCHOOL_IMPORT_OUTCOMES = ['create', 'update', 'unchanged', 'similar', 'error'] as const;

/** A school that a row may mean although neither banner code nor name matches. */
const SimilarSchoolSchema = z.object({ id: z.string(), name: z.string() });
export type SimilarSchool = z.output<typeof SimilarSchoolSchema>;

/** By row number: skip the row, add a new school, or update the school with this ID. */
export type SimilarChoices = ReadonlyMap<number, string>;

const CHOICE = /^(\d{1,6}) (skip|new|[0-9a-f-]{36})$/;

/** The form for a preview: a file, or cells pasted from a spreadsheet. */
export const PreviewSchoolsFormSchema = z
  .strictObject({
    intent: z.literal('preview'),
    list: z.file().optional(),
    pasted: z.string().default(''),
    /** The text of a list that was read before, or of a workbook's sheet. */
    text: z.string().default(''),
    column: ChosenColumnsField,
  })
  .refine(({ list, pasted, text }) => list !== undefined || `${pasted}${text}`.trim() !== '', {
    path: ['list'],
    message: 'Choose a file or paste cells from a spreadsheet.',
  });

/** The preview's form: the list as text, and choices for rows that look like a school; '5 new' adds row 5. */
export const ImportSchoolsFormSchema = z.strictObject({
  intent: z.literal('confirm'),
  text: z.string(),
  plan: z.string(),
  column: ChosenColumnsField,
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

const SchoolImportRowSchema = z.object({
  /** Row number in a spreadsheet, from 1. */
  number: z.number(),
  /** The school's current name, or its new one. */
  name: z.string(),
  outcome: z.enum(SCHOOL_IMPORT_OUTCOMES),
  /** Null for a new school. */
  schoolId: z.string().nullable(),
  /** By field; parts of the address are named like 'address.city'. */
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
  /** Most similar first; only if no school matches otherwise. */
  similar: z.array(SimilarSchoolSchema),
  /** Why it is skipped; `field` is null if the whole row is wrong. */
  errors: z.array(z.object({ field: z.string().nullable(), message: z.string() })),
});
export type SchoolImportRow = z.output<typeof SchoolImportRowSchema>;

export const SchoolImportPlanSchema = z.object({
  rows: z.array(SchoolImportRowSchema),
  counts: z.record(z.enum(SCHOOL_IMPORT_OUTCOMES), z.number()),
  columns: z.array(SchoolColumnSchema),
  /** Columns that aren't imported. */
  ignoredHeaders: z.array(z.string()),
  /** Hash of this preview. An import with it applies exactly these changes or nothing. */
  plan: z.string(),
});
export type SchoolImportPlan = z.output<typeof SchoolImportPlanSchema>;
