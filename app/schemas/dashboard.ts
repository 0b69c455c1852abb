import { z } from 'zod';
import { AccessRequestCountsSchema } from './access-request.ts';
import { UnreadThreadSchema } from './designation-message.ts';
import { AwaitingDeliverySchema } from './delivery-screens.ts';
import { DECISION_REASONS, DESIGNATION_STATUSES, REMINDER_STATES } from './enums.ts';
import { ResponseInstant } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { AdminHomeSchema } from './home-screens.ts';
import { OwnInviteSchema } from './invite.ts';

/** An ACTIVE school of the user in the year being designated. */
const School = z.object({
  highSchoolId: z.string(),
  name: z.string(),
  /** Null if there is no deadline. */
  dueAt: ResponseInstant.nullable(),
});

const DashboardListSchema = z.enum(['unstarted', 'started', 'pending']);
export type DashboardList = z.output<typeof DashboardListSchema>;

/** The list to show in full; other values are ignored. */
export const DashboardPageQuerySchema = z.object({ all: DashboardListSchema.nullable().catch(null) });

/** The state that the outstanding schools are narrowed to; other values count as all. */
export const OutstandingPageQuerySchema = z.object({
  state: z.enum(REMINDER_STATES).nullable().catch(null).default(null),
});

/** Data of the dashboard (specification, section 2). */
export const DashboardResponseSchema = z.object({
  now: ResponseInstant,
  user: z.object({ name: z.string(), email: z.string(), isAdmin: z.boolean() }),
  /** Null unless the user is an administrator and a year is active. */
  home: AdminHomeSchema.nullable(),
  awaiting: z.array(AwaitingDeliverySchema),
  invites: z.array(OwnInviteSchema),
  accessRequests: AccessRequestCountsSchema,
  /** Designations with unread messages, newest message first. */
  unread: z.array(UnreadThreadSchema),
  flash: z.array(FlashSchema),
  /** Page of the outstanding schools, from 1. */
  page: z.number(),
  year: z.object({ id: z.string(), year: z.number(), dueAt: ResponseInstant.nullable() }).nullable(),
  /** All schools of the user, A to Z, including inactive ones. */
  schoolNames: z.array(z.string()).readonly(),
  /** Each list has only its first schools, A to Z, unless `all` requests it in full. */
  unstarted: z.array(School).readonly(),
  started: z
    .array(
      School.extend({
        returned: z.boolean(),
        /** Whether the user can continue where the work stopped, without the agreement or its question first. */
        mayContinue: z.boolean(),
        /** Complete students, out of how many the class size allows; null before the method step. */
        progress: z.object({ complete: z.number(), expected: z.number() }).nullable(),
      }),
    )
    .readonly(),
  pending: z.array(School.extend({ designationId: z.string() })).readonly(),
  /** Also those that `started` leaves out. */
  returned: z
    .array(
      School.extend({
        designationId: z.string(),
        reasons: z.array(z.enum(DECISION_REASONS)).readonly(),
        note: z.string().nullable(),
      }),
    )
    .readonly(),
  returnedCount: z.number(),
  dueDates: z.object({
    /** The year's due date if it applies to a school that still has to submit; null otherwise. */
    ofYear: ResponseInstant.nullable(),
    /** Whether any school still has to submit by a date. */
    hasAny: z.boolean(),
  }),
  totals: z.record(DashboardListSchema, z.number()),
  /** The latest designations of the user's schools, newest year first, then A to Z. */
  allDesignations: z
    .array(
      z.object({
        id: z.string(),
        highSchoolName: z.string(),
        year: z.number(),
        updatedAt: ResponseInstant,
        status: z.enum(DESIGNATION_STATUSES),
      }),
    )
    .readonly(),
  /** Total; `allDesignations` may have fewer. */
  designationCount: z.number(),
});
export type DashboardResponse = z.output<typeof DashboardResponseSchema>;
export type DashboardSchool = DashboardResponse['unstarted'][number];
export type PendingSchool = DashboardResponse['pending'][number];
export type StartedSchool = DashboardResponse['started'][number];
export type ReturnedSchool = DashboardResponse['returned'][number];
