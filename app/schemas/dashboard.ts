import { z } from 'zod';
import { ACTIVITY_STATUSES, DECISION_REASONS, DESIGNATION_STATUSES } from './enums.ts';
import { AnsweredInstant } from './fields.ts';

const School = z.object({
  highSchoolId: z.string(),
  name: z.string(),
  /** Until when this school may submit; null where no date binds. */
  dueAt: AnsweredInstant.nullable(),
});

/** What the dashboard shows (specification, section 2). */
export const DashboardAnswerSchema = z.object({
  /** The present, by which the days that are left are counted. */
  now: AnsweredInstant,
  user: z.object({ name: z.string(), isAdmin: z.boolean() }),
  year: z.object({ id: z.string(), year: z.number(), dueAt: AnsweredInstant.nullable() }).nullable(),
  highSchools: z
    .array(z.object({ id: z.string(), name: z.string(), status: z.enum(ACTIVITY_STATUSES) }))
    .readonly(),
  unstarted: z.array(School).readonly(),
  started: z
    .array(
      School.extend({
        returned: z.boolean(),
        reasons: z.array(z.enum(DECISION_REASONS)).readonly(),
        note: z.string().nullable(),
      }),
    )
    .readonly(),
  pending: z.array(School).readonly(),
  allDesignations: z
    .array(
      z.object({
        id: z.string(),
        highSchoolName: z.string(),
        year: z.number(),
        updatedAt: AnsweredInstant,
        status: z.enum(DESIGNATION_STATUSES),
      }),
    )
    .readonly(),
  /** How many designations there are in all; the list holds the newest. */
  designationCount: z.number(),
});
export type DashboardAnswer = z.output<typeof DashboardAnswerSchema>;
export type DashboardSchool = DashboardAnswer['pending'][number];
export type StartedSchool = DashboardAnswer['started'][number];
