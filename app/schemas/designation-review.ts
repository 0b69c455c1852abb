import { z } from 'zod';
import { CRITERIA, DESIGNATION_STATUSES } from './enums.ts';
import { AnsweredInstant } from './fields.ts';

const NotifiedPersonSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Mail to the address came back: it gets none. */
  hasBounced: z.boolean(),
});

/** A text of a notice, null where it is turned off. */
const NoticeTextSchema = z.object({ subject: z.string(), body: z.string() }).nullable();

/** What the email of a decision depends on besides the decision. */
export const DecisionMailContextSchema = z.object({
  /** Everybody who would get it. */
  staff: z.array(NotifiedPersonSchema).readonly(),
  /** Until when the school may hand corrections in, as people read it; null where no date binds. */
  correctionsDue: z.string().nullable(),
  /** The notices' texts, their merge fields still to be filled. */
  texts: z.object({
    DESIGNATION_RETURNED: NoticeTextSchema,
    DESIGNATION_APPROVED: NoticeTextSchema,
    DESIGNATION_REJECTED: NoticeTextSchema,
  }),
  /** What the settings' merge fields are filled with. */
  settings: z.object({ appName: z.string(), appUrl: z.string(), contactEmail: z.string() }),
  /** Where the email sends its reader. */
  link: z.string(),
});
export type DecisionMailContext = z.output<typeof DecisionMailContextSchema>;

/** A school's designation of one year in figures. */
export const YearFiguresSchema = z.object({
  id: z.string(),
  year: z.number(),
  classSize: z.number().nullable(),
  studentCount: z.number(),
  criteria: z.enum(CRITERIA).nullable(),
  status: z.enum(DESIGNATION_STATUSES),
});
export type YearFigures = z.output<typeof YearFiguresSchema>;

/** When the school accepted which version of the terms. */
export const AcceptedTermsSchema = z.object({ at: AnsweredInstant, version: z.string() });

const NeighborSchema = z.object({ id: z.string(), name: z.string(), year: z.number() });
export type Neighbor = z.output<typeof NeighborSchema>;

/** What stands beside a designation in the list that it was opened from. */
export const NeighborsSchema = z.object({
  previous: NeighborSchema.nullable(),
  next: NeighborSchema.nullable(),
});
export type Neighbors = z.output<typeof NeighborsSchema>;
