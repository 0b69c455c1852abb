import { z } from 'zod';
import { SCHOOL_CSV_FIELDS, type SchoolCsvField } from './school-csv-kind.ts';

/** Means that a column isn't imported. */
export const NO_FIELD = 'none';

/** What columns mean, by their index from 0; null for one that isn't imported. */
export type ChosenColumns = ReadonlyMap<number, SchoolCsvField | null>;

const COLUMNS_MAX = 200;
const CHOICE = new RegExp(`^\\d{1,3} (?:${[...SCHOOL_CSV_FIELDS, NO_FIELD].join('|')})$`);

/** Choices like '3 phone' or '4 none'. */
export const ChosenColumnsField = z
  .array(z.string().regex(CHOICE))
  .max(COLUMNS_MAX)
  .default([])
  .transform(
    (choices): ChosenColumns =>
      new Map(
        choices.map((choice) => {
          const [index, name] = choice.split(' ');
          return [Number(index), SCHOOL_CSV_FIELDS.find((field) => field === name) ?? null];
        }),
      ),
  );

export const SchoolColumnSchema = z.object({
  /** From 0. */
  index: z.number(),
  header: z.string(),
  /** The first few distinct values. */
  samples: z.array(z.string()),
  /** Null if it isn't imported. */
  field: z.enum(SCHOOL_CSV_FIELDS).nullable(),
  /** Whether its header was never matched before. */
  isUnknown: z.boolean(),
});
export type SchoolColumn = z.output<typeof SchoolColumnSchema>;
