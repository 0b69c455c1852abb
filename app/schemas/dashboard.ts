import { z } from 'zod';
import { AwaitingDeliverySchema } from './delivery-screens.ts';
import { DECISION_REASONS, DESIGNATION_STATUSES } from './enums.ts';
import { AnsweredInstant } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { AdminHomeSchema } from './home-screens.ts';
import { OwnInviteSchema } from './invite.ts';

/** An ACTIVE school of the user in the year being designated. */
const School = z.object({
  highSchoolId: z.string(),
  name: z.string(),
  /** Until when this school may submit; null where no date binds. */
  dueAt: AnsweredInstant.nullable(),
});

/** The three lists of schools that are designated for. */
const DashboardListSchema = z.enum(['unstarted', 'started', 'pending']);
export type DashboardList = z.output<typeof DashboardListSchema>;

/** Which list the dashboard's address wants whole; anything else in it goes without effect. */
export const DashboardAddressSchema = z.object({ all: DashboardListSchema.nullable().catch(null) });

/** What the dashboard shows (specification, section 2). */
export const DashboardAnswerSchema = z.object({
  /** The present, by which the days that are left are counted. */
  now: AnsweredInstant,
  user: z.object({ name: z.string(), isAdmin: z.boolean() }),
  /** For administrators while a year is active. */
  home: AdminHomeSchema.nullable(),
  /** The deliveries that wait for approval; for administrators. */
  awaiting: z.array(AwaitingDeliverySchema),
  /** The schools whose staff the user is invited to. */
  invites: z.array(OwnInviteSchema),
  /** What was done about one of them. */
  flash: z.array(FlashSchema),
  /** Which page of the outstanding schools it shows, from 1. */
  page: z.number(),
  year: z.object({ id: z.string(), year: z.number(), dueAt: AnsweredInstant.nullable() }).nullable(),
  /** The names of all schools of the user, A to Z, inactive ones too. */
  schoolNames: z.array(z.string()).readonly(),
  /** Each of the three lists A to Z, and only its first schools unless it is the one asked for whole. */
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
  /** How many schools each list has in all. */
  totals: z.record(DashboardListSchema, z.number()),
  /** The newest designations of the user's schools, newest year first, then A to Z. */
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
