import { z } from 'zod';
import { MAIL_STATES, REMINDER_STATES, SCHOOL_STATES } from './enums.ts';
import { AnsweredInstant } from './fields.ts';

/** The administrators' part of the dashboard: how the active year stands. */
export const AdminHomeSchema = z.object({
  year: z.object({ id: z.string(), year: z.number(), dueAt: AnsweredInstant.nullable() }),
  /** How many ACTIVE schools stand where. */
  states: z.array(z.object({ state: z.enum(SCHOOL_STATES), schools: z.number() })).readonly(),
  /** Null where the year has no due date. */
  weekly: z
    .object({
      years: z.array(z.number()).readonly(),
      /** Earlier years that have no due date, or no record of what was submitted when. */
      unknownYears: z.array(z.number()).readonly(),
      weeks: z
        .array(
          z.object({
            /** 0 ends with the due day; negative before it. */
            week: z.number(),
            /** For each of `years`, by the week's end; null where that is still to come. */
            submitted: z.array(z.number().nullable()).readonly(),
          }),
        )
        .readonly(),
    })
    .nullable(),
  students: z.object({
    year: z.number(),
    students: z.number(),
    lastYear: z
      .object({ year: z.number(), atThisTime: z.number().nullable(), students: z.number() })
      .nullable(),
  }),
  silent: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        phone: z.string(),
        state: z.enum(REMINDER_STATES),
        lastYearStudents: z.number(),
        extendedDueAt: AnsweredInstant.nullable(),
        staff: z.number(),
        lastSignedInAt: AnsweredInstant.nullable(),
        lastMail: z.object({ at: AnsweredInstant, state: z.enum(MAIL_STATES) }).nullable(),
      }),
    )
    .readonly(),
  silentTotal: z.number(),
});
export type AdminHomeAnswer = z.output<typeof AdminHomeSchema>;
