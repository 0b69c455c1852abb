import { z } from 'zod';
import { EMAIL_STATES, REMINDER_STATES, SCHOOL_STATES } from './enums.ts';
import { ResponseInstant } from './fields.ts';
import { ListQueryShape } from './listing.ts';

/** Work that waits for the office. Designations are those of the active year. */
export const OfficeCountsSchema = z.object({
  /** PENDING designations. */
  toReview: z.number(),
  /** Those of them that were returned before. */
  resubmitted: z.number(),
  /** Deliveries that await approval. */
  emailsToApprove: z.number(),
  bouncedAddresses: z.number(),
});
export type OfficeCounts = z.output<typeof OfficeCountsSchema>;

/** An active school that hasn't started, submitted, or resubmitted in the active year. */
export const OutstandingSchoolSchema = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  state: z.enum(REMINDER_STATES),
  /** Students on last year's list; 0 if it wasn't submitted or was rejected. */
  lastYearStudents: z.number(),
  /** Null without an extension. */
  extendedDueAt: ResponseInstant.nullable(),
  /** Number of people who can sign in; `lastSignedInAt` is the latest sign-in of any of them. */
  staff: z.number(),
  lastSignedInAt: ResponseInstant.nullable(),
  /** The latest email about this school; `at` is when it was sent, or else created. */
  lastEmail: z.object({ at: ResponseInstant, state: z.enum(EMAIL_STATES) }).nullable(),
  /** The newest logged call, with the first line of its note. */
  lastCall: z.object({ at: ResponseInstant, text: z.string() }).nullable(),
  /** The day until when it's at the end of the list, YYYY-MM-DD; null if it isn't snoozed. */
  snoozedUntil: z.iso.date().nullable(),
});
export type OutstandingSchool = z.output<typeof OutstandingSchoolSchema>;

/** An active school's progress in a year. */
export const SchoolProgressSchema = z.object({
  id: z.string(),
  name: z.string(),
  bannerCode: z.string(),
  phone: z.string(),
  state: z.enum(SCHOOL_STATES),
  classSize: z.number().nullable(),
  students: z.number(),
  /** Number of people who can sign in; `lastSignedInAt` is the latest sign-in of any of them. */
  staff: z.number(),
  /** When the designation was last changed; null without one. */
  updatedAt: ResponseInstant.nullable(),
  lastSignedInAt: ResponseInstant.nullable(),
});
export type SchoolProgress = z.output<typeof SchoolProgressSchema>;

/** Without a state, schools in all of them are listed. */
export const OutstandingQuerySchema = z.strictObject({
  state: z.enum(REMINDER_STATES).optional(),
  limit: ListQueryShape.limit,
  offset: ListQueryShape.offset,
});
export type OutstandingQuery = z.output<typeof OutstandingQuerySchema>;

export const AdminHomeSchema = z.object({
  year: z.object({ id: z.string(), year: z.number(), dueAt: ResponseInstant.nullable() }),
  /** Number of ACTIVE schools in each state, in the order of the process. */
  states: z.array(z.object({ state: z.enum(SCHOOL_STATES), schools: z.number() })).readonly(),
  /** Null if the year has no due date. */
  weekly: z
    .object({
      /** Years that can be compared by due date, the active one first. */
      years: z.array(z.object({ id: z.string(), year: z.number() })).readonly(),
      /** Earlier years without a due date or without submission dates. */
      unknownYears: z.array(z.number()).readonly(),
      weeks: z
        .array(
          z.object({
            /** 0 ends with the due day; earlier weeks are negative. */
            week: z.number(),
            /** For each of `years`, the total by the end of the week; null if it isn't over yet. */
            submitted: z.array(z.number().nullable()).readonly(),
          }),
        )
        .readonly(),
    })
    .nullable(),
  /** Students on PENDING, RETURNED and APPROVED lists. */
  students: z.object({
    year: z.number(),
    students: z.number(),
    lastYear: z
      .object({
        id: z.string(),
        year: z.number(),
        /** Students submitted by the same number of days before or after the due day; null if unknown. */
        atThisTime: z.number().nullable(),
        students: z.number(),
      })
      .nullable(),
  }),
  outstanding: z.array(OutstandingSchoolSchema).readonly(),
  /** The state that the list is narrowed to; null for all. */
  outstandingState: z.enum(REMINDER_STATES).nullable(),
  /** Number of outstanding schools, and of those in `outstandingState`. */
  outstandingTotal: z.number(),
  outstandingFound: z.number(),
});
export type AdminHomeResponse = z.output<typeof AdminHomeSchema>;
