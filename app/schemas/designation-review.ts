import { z } from 'zod';
import { CRITERIA, DECISION_REASONS, DESIGNATION_STATUSES } from './enums.ts';
import { ResponseInstant } from './fields.ts';

const NotifiedPersonSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Email to this address bounced, so none is sent. */
  hasBounced: z.boolean(),
});

/** Null if the email is turned off. */
const NoticeTextSchema = z.object({ subject: z.string(), body: z.string() }).nullable();

export const DecisionEmailContextSchema = z.object({
  staff: z.array(NotifiedPersonSchema).readonly(),
  /** Formatted; null if there is no deadline. */
  correctionsDue: z.string().nullable(),
  texts: z.object({
    DESIGNATION_RETURNED: NoticeTextSchema,
    DESIGNATION_APPROVED: NoticeTextSchema,
    DESIGNATION_REJECTED: NoticeTextSchema,
  }),
  settings: z.object({ appName: z.string(), appUrl: z.string(), contactEmail: z.string() }),
  link: z.string(),
});
export type DecisionEmailContext = z.output<typeof DecisionEmailContextSchema>;

/** Reasons and note for the form to return or reject a designation. */
export const DecisionDraftSchema = z.object({
  kind: z.enum(['return', 'reject']),
  reasons: z.array(z.enum(DECISION_REASONS)),
  note: z.string(),
});
export type DecisionDraft = z.output<typeof DecisionDraftSchema>;

export const YearFiguresSchema = z.object({
  id: z.string(),
  year: z.number(),
  classSize: z.number().nullable(),
  studentCount: z.number(),
  criteria: z.enum(CRITERIA).nullable(),
  status: z.enum(DESIGNATION_STATUSES),
});
export type YearFigures = z.output<typeof YearFiguresSchema>;

/** When the school accepted the terms, and which version. */
export const AcceptedTermsSchema = z.object({ at: ResponseInstant, version: z.string() });

const NeighborSchema = z.object({ id: z.string(), name: z.string(), year: z.number() });
export type Neighbor = z.output<typeof NeighborSchema>;

export const NeighborsSchema = z.object({
  previous: NeighborSchema.nullable(),
  next: NeighborSchema.nullable(),
});
export type Neighbors = z.output<typeof NeighborsSchema>;

/** The pending designations of the active year as of `openedAt`, oldest submission first. */
export const ReviewQueueSchema = NeighborsSchema.extend({
  openedAt: z.string(),
  total: z.number(),
  /** How many of them have each status now. */
  statuses: z.partialRecord(z.enum(DESIGNATION_STATUSES), z.number()),
  /** Position of the designation, from 1; null if it isn't in the queue. */
  position: z.number().nullable(),
  /** The next one that is still pending, starting over at the end. */
  nextPending: NeighborSchema.nullable(),
});
export type ReviewQueue = z.output<typeof ReviewQueueSchema>;
