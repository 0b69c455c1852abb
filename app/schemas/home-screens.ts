import { z } from 'zod';
import { MAIL_STATES, REMINDER_STATES, SCHOOL_STATES } from './enums.ts';
import { AnsweredInstant } from './fields.ts';

/** The administrators' part of the dashboard: how the active year stands. */
export const AdminHomeSchema = z.object({
  year: z.object({ id: z.string(), year: z.number(), dueAt: AnsweredInstant.nullable() }),
  /** How many ACTIVE schools stand where, each state once, in the order of the way. */
  states: z.array(z.object({ state: z.enum(SCHOOL_STATES), schools: z.number() })).readonly(),
  /** Null where the year has no due date. */
  weekly: z
    .object({
      /** The years that can be laid against their due dates, the active one first. */
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
  /** On the lists that are handed in and not refused: PENDING, RETURNED and APPROVED. */
  students: z.object({
    year: z.number(),
    students: z.number(),
    lastYear: z
      .object({
        year: z.number(),
        /** Submitted as many days before or after its due day as today; null where nothing tells. */
        atThisTime: z.number().nullable(),
        students: z.number(),
      })
      .nullable(),
  }),
  /** A page of the schools that have not answered. */
  outstanding: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        phone: z.string(),
        state: z.enum(REMINDER_STATES),
        /** On its list of the year before, unless that was never handed in or refused. */
        lastYearStudents: z.number(),
        /** Its own due date where it has an extension. */
        extendedDueAt: AnsweredInstant.nullable(),
        /** How many people it has who can sign in, and when one of them last did. */
        staff: z.number(),
        lastSignedInAt: AnsweredInstant.nullable(),
        /** The latest mail that was written because of this school; `at` is when it was sent, or else written. */
        lastMail: z.object({ at: AnsweredInstant, state: z.enum(MAIL_STATES) }).nullable(),
      }),
    )
    .readonly(),
  outstandingTotal: z.number(),
});
export type AdminHomeAnswer = z.output<typeof AdminHomeSchema>;
