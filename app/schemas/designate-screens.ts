import { z } from 'zod';
import { DesignationAnswerSchema, DesignationListItemSchema } from './designation.ts';
import { LastChangeSchema } from './designation-editing.ts';
import { CRITERIA } from './enums.ts';

/** What the loaders of the designate screens answer; only what is named here reaches the browser. */

const TargetSchema = z.object({
  highSchool: z.object({ id: z.string(), name: z.string() }),
  academicYear: z.object({ id: z.string(), year: z.number() }),
});

export type DesignateTarget = z.output<typeof TargetSchema>;

/** The designation that a Conflict of creating one tells of. */
export const TakenDesignationSchema = DesignationListItemSchema.pick({
  id: true,
  status: true,
  submittedBy: true,
});
export type TakenDesignation = z.output<typeof TakenDesignationSchema>;

export const AgreementScreenSchema = z.object({
  /** The school and year of the address; null where it names none, or none of the user's. */
  target: TargetSchema.nullable(),
  /** Whether the address names a school or a year at all. */
  isNamed: z.boolean(),
  /** What stands already for this school and year. */
  existing: DesignationListItemSchema.pick({ status: true, reasons: true, note: true }).nullable(),
  /** Its version, which agreeing to its terms must still find. */
  version: z.number().nullable(),
  /** The user has accepted the terms of that designation. */
  hasAccepted: z.boolean(),
  /** Whether the user is staff of that school; other administrators may not go through the steps. */
  mayDesignate: z.boolean(),
});

/** A step after the agreement: the stored designation, which is the truth between steps. */
export const DesignateStepScreenSchema = z.object({
  designation: DesignationAnswerSchema,
  /** Who changed it last. */
  changed: LastChangeSchema.nullable(),
  /** The criteria of the school's nearest earlier designation, and its year. */
  previous: z.object({ criteria: z.enum(CRITERIA), year: z.number() }).nullable(),
  /** The class size of the school's most recent earlier designation, and its year. */
  previousSize: z.object({ classSize: z.number(), year: z.number() }).nullable(),
  /** Today in the product's time zone, YYYY-MM-DD, for ages. */
  today: z.string(),
});
