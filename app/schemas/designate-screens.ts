import { z } from 'zod';
import { DesignationResponseSchema, DesignationListItemSchema } from './designation.ts';
import { LastChangeSchema, StudentWarningsSchema } from './designation-editing.ts';
import { CRITERIA } from './enums.ts';

/** Data of the designate screens; only the fields listed here reach the browser. */

/** Until when a returned designation has to be submitted again; null without a date or in another status. */
const CorrectionsDue = z.object({ due: z.string(), detail: z.string() }).nullable();

const TargetSchema = z.object({
  highSchool: z.object({ id: z.string(), name: z.string() }),
  academicYear: z.object({ id: z.string(), year: z.number() }),
});

export type DesignateTarget = z.output<typeof TargetSchema>;

export const TakenDesignationSchema = DesignationListItemSchema.pick({
  id: true,
  status: true,
  submittedBy: true,
});
export type TakenDesignation = z.output<typeof TakenDesignationSchema>;

export const AgreementScreenSchema = z.object({
  /** Null if the URL has no school and year, or none of the user's. */
  target: TargetSchema.nullable(),
  isNamed: z.boolean(),
  existing: DesignationListItemSchema.pick({ id: true, status: true, reasons: true, note: true }).nullable(),
  due: CorrectionsDue,
  /** Version of the existing designation, expected when its terms are accepted. */
  version: z.number().nullable(),
  hasAccepted: z.boolean(),
  /** Whether earlier terms were accepted, and the current ones must be, too. */
  mustAcceptAgain: z.boolean(),
  terms: z.object({ text: z.string(), version: z.string() }),
  /** Whether the user is staff of the school. Other administrators can't use these steps. */
  mayDesignate: z.boolean(),
});

export const DesignateStepScreenSchema = z.object({
  designation: DesignationResponseSchema,
  due: CorrectionsDue,
  changed: LastChangeSchema.nullable(),
  /** Criteria of the school's latest earlier designation, with its comment and year. */
  previous: z.object({ criteria: z.enum(CRITERIA), comment: z.string(), year: z.number() }).nullable(),
  previousSize: z.object({ classSize: z.number(), year: z.number() }).nullable(),
  /** Today in the program's time zone, YYYY-MM-DD, to compute ages. */
  today: z.string(),
});

export const StudentsStepScreenSchema = DesignateStepScreenSchema.extend({
  /** Warnings about the stored students. */
  warnings: StudentWarningsSchema,
});
