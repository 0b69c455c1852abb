import { z } from 'zod';
import { AcademicYearResponseSchema } from './academic-year.ts';
import { Year } from './fields.ts';

export const RolloverSchema = z.strictObject({ year: Year });

/** Recorded in the event, to undo the rollover later. */
export const RolloverEventSchema = z.object({ closedId: z.string().nullable(), isNew: z.boolean() });
export type RolloverEvent = z.output<typeof RolloverEventSchema>;

/** Returns a schema for the total and the first few items. */
function few<Item extends z.ZodType>(item: Item) {
  return z.object({ total: z.number(), shown: z.array(item) });
}

export const RolloverChecksSchema = z.object({
  /** The due date, if it is in the future. */
  dueAhead: z.string().nullable(),
  openDesignations: z.object({ STARTED: z.number(), PENDING: z.number(), RETURNED: z.number() }),
  schoolsWithoutStaff: few(z.object({ id: z.string(), name: z.string() })),
  bouncedAddresses: few(z.object({ id: z.string(), email: z.string() })),
});
export type RolloverChecks = z.output<typeof RolloverChecksSchema>;

export const RolloverReportSchema = z.object({
  /** ALREADY: this year or a later one is active; nothing changes. */
  outcome: z.enum(['DONE', 'ALREADY']),
  /** The active year after the rollover. */
  active: AcademicYearResponseSchema,
  /** The closed year as it was before; null if none was active. */
  closed: AcademicYearResponseSchema.nullable(),
  isNew: z.boolean(),
  /** Source of the active year's dates: the closed year, its own from before, or none. */
  dates: z.enum(['COPIED', 'OWN', 'NONE']),
  reminderRules: z.number(),
  /** Hash of what the rollover does, to confirm exactly what a dry run showed. */
  plan: z.string(),
  checks: RolloverChecksSchema,
});
export type RolloverReport = z.output<typeof RolloverReportSchema>;
