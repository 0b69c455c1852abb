import { z } from 'zod';
import { AcademicYearAnswerSchema } from './academic-year.ts';
import { Year } from './fields.ts';

/** The year to begin. */
export const RolloverSchema = z.strictObject({ year: Year });

/** What a later undoing has to know; stands in the event. */
export const RolloverEventSchema = z.object({ closedId: z.string().nullable(), isNew: z.boolean() });
export type RolloverEvent = z.output<typeof RolloverEventSchema>;

/** So many, and the first of them by name. */
function few<Item extends z.ZodType>(item: Item) {
  return z.object({ total: z.number(), shown: z.array(item) });
}

/** What to know before a year is closed. */
export const RolloverChecksSchema = z.object({
  /** When it is due, while that lies ahead. */
  dueAhead: z.string().nullable(),
  openDesignations: z.object({ STARTED: z.number(), PENDING: z.number(), RETURNED: z.number() }),
  schoolsWithoutStaff: few(z.object({ id: z.string(), name: z.string() })),
  bouncedAddresses: few(z.object({ id: z.string(), email: z.string() })),
});
export type RolloverChecks = z.output<typeof RolloverChecksSchema>;

/** What a rollover did, or would do. */
export const RolloverReportSchema = z.object({
  /** ALREADY: the year, or a later one, is active; nothing is to be done. */
  outcome: z.enum(['DONE', 'ALREADY']),
  /** The active year after it: with its dates, where the rollover made it. */
  active: AcademicYearAnswerSchema,
  /** The year that was closed, as it was before; null where none was active. */
  closed: AcademicYearAnswerSchema.nullable(),
  /** The year did not exist before. */
  isNew: z.boolean(),
  /** Where the active year's dates are from: the closed year's, its own from before, or it has none. */
  dates: z.enum(['COPIED', 'OWN', 'NONE']),
  /** How many were copied. */
  reminderRules: z.number(),
  /** Alike for rollovers that do the same: whoever was shown a dry run says by it what they agree to. */
  plan: z.string(),
  checks: RolloverChecksSchema,
});
export type RolloverReport = z.output<typeof RolloverReportSchema>;
