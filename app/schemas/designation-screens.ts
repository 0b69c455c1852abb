import { z } from 'zod';
import { DraftStudentSchema } from '#app/lib/draft-schema.ts';
import { DesignationAnswerSchema, DesignationListItemSchema } from './designation.ts';
import { CRITERIA, DOORS } from './enums.ts';
import { AnsweredInstant } from './fields.ts';

/** What the loaders of the review screens answer; only what is named here reaches the browser. */

export const DesignationRowSchema = DesignationListItemSchema.pick({
  id: true,
  criteria: true,
  status: true,
  updatedAt: true,
  downloadedAt: true,
  highSchool: true,
  academicYear: true,
});
export type DesignationRow = z.output<typeof DesignationRowSchema>;

export const DesignationListScreenSchema = z.object({
  /** Why the address's query was not understood; the list then stands unfiltered. */
  refusal: z.string().nullable(),
  rows: z.array(DesignationRowSchema),
  /** The first row's place in the whole list, from 0. */
  offset: z.number(),
  total: z.number(),
  years: z.array(z.object({ id: z.string(), year: z.number() })),
  /** Whether some of what would be downloaded has been before; null for those who may not download. */
  downloads: z.object({ someOfFilter: z.boolean(), someOfYear: z.boolean() }).nullable(),
});

export const TimelineEntrySchema = z.object({
  id: z.string(),
  at: AnsweredInstant,
  kind: z.string(),
  door: z.enum(DOORS),
  actorName: z.string().nullable(),
  changes: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.output<typeof TimelineEntrySchema>;

const FlashSchema = z.object({
  id: z.string(),
  tone: z.enum(['info', 'success', 'warning', 'danger']),
  text: z.string(),
});

export const DesignationDetailsScreenSchema = z.object({
  designation: DesignationAnswerSchema,
  /** The criteria of the school's nearest earlier designation. */
  previousCriteria: z.enum(CRITERIA).nullable(),
  /** What an approval would accept though it is missing, in sentences for the reviewer. */
  gaps: z.array(z.string()),
  events: z.array(TimelineEntrySchema),
  /** The ids of students who may also be on another school's list. */
  onOtherLists: z.array(z.string()),
  /** Today in the product's time zone, YYYY-MM-DD, for ages. */
  today: z.string(),
  mayDecide: z.boolean(),
  mayDownload: z.boolean(),
  mayContinue: z.boolean(),
  flash: z.array(FlashSchema),
});

export const EditStudentsScreenSchema = z.object({
  designation: DesignationAnswerSchema.pick({
    id: true,
    version: true,
    highSchool: true,
    academicYear: true,
  }),
  /** The forms: those of the list, then empty ones up to the number that the class size asks for. */
  students: z.array(DraftStudentSchema),
  emptyStudent: DraftStudentSchema,
  today: z.string(),
});
