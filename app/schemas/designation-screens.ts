import { z } from 'zod';
import { DraftStudentSchema } from '#app/schemas/draft-student.ts';
import { DesignationAnswerSchema, DesignationListItemSchema } from './designation.ts';
import { ChangesSinceReturnSchema } from './designation-comparison.ts';
import {
  AcceptedTermsSchema,
  DecisionMailContextSchema,
  NeighborsSchema,
  YearFiguresSchema,
} from './designation-review.ts';
import { TimelineSchema } from './timeline.ts';
import { CRITERIA } from './enums.ts';
import { SchoolChoiceSchema } from './school-choices.ts';

/** What the loaders of the review screens answer; only what is named here reaches the browser. */

export const DesignationRowSchema = DesignationListItemSchema.pick({
  id: true,
  criteria: true,
  status: true,
  updatedAt: true,
  downloadedAt: true,
  highSchool: true,
  academicYear: true,
}).extend({ version: z.number() });
export type DesignationRow = z.output<typeof DesignationRowSchema>;

/** Whether some of what would be downloaded has been before: of what the filter matches, of its whole year, and how many that year has. */
const ListDownloadsSchema = z.object({
  someOfFilter: z.boolean(),
  someOfYear: z.boolean(),
  yearTotal: z.number(),
});
export type ListDownloadsAnswer = z.output<typeof ListDownloadsSchema>;

export const DesignationListScreenSchema = z.object({
  /** Why the address's query was not understood; nothing is listed then. */
  refusal: z.string().nullable(),
  rows: z.array(DesignationRowSchema),
  /** The first row's place in the whole list, from 1; null where that is not known. */
  from: z.number().nullable(),
  hasPrevious: z.boolean(),
  hasNext: z.boolean(),
  /** How many designations match; null where nothing is listed. */
  total: z.number().nullable(),
  /** The years to filter by, newest first. */
  years: z.array(z.object({ id: z.string(), year: z.number() })),
  /** The school that the list is narrowed to; null where it names none, or none that the actor may know. */
  highSchool: SchoolChoiceSchema.pick({ id: true, name: true }).nullable(),
  /** Null for those who may not download. */
  downloads: ListDownloadsSchema.nullable(),
  /** Whether rows may be chosen, to be decided on and downloaded together. */
  maySelect: z.boolean(),
  /** Whether there are no schools whose designations one could see. */
  hasNoSchools: z.boolean(),
});

export type DesignationListAnswer = z.output<typeof DesignationListScreenSchema>;

const FlashSchema = z.object({
  id: z.string(),
  tone: z.enum(['info', 'success', 'warning', 'danger']),
  text: z.string(),
});

export const DesignationDetailsScreenSchema = z.object({
  designation: DesignationAnswerSchema,
  /** When which version of the terms was accepted. */
  acceptedTerms: AcceptedTermsSchema.nullable(),
  /** For reviewers: what a decision's mail depends on. */
  mail: DecisionMailContextSchema.nullable(),
  /** For reviewers: what became of it since it was returned; null where that is not the question. */
  changesSinceReturn: ChangesSinceReturnSchema.nullable(),
  /** For reviewers: the school's designations before this one, newest first. */
  earlierYears: z.array(YearFiguresSchema).nullable(),
  /** The criteria of the school's nearest earlier designation. */
  previousCriteria: z.enum(CRITERIA).nullable(),
  /** What an approval would accept though it is missing, in sentences for the reviewer. */
  gaps: z.array(z.string()),
  timeline: TimelineSchema,
  /** Who is on the list twice, a sentence each. */
  lookalikes: z.array(z.string()),
  /** For administrators: the ids of students who may also be on another school's list. Staff's answers don't have it. */
  onOtherLists: z.array(z.string()).optional(),
  /** The query of the list that the page was opened from, and what stands beside the designation there. */
  listQuery: z.string(),
  neighbors: NeighborsSchema,
  /** Whether a review can go on after this one. */
  hasNext: z.boolean(),
  /** Today in the product's time zone, YYYY-MM-DD, for ages. */
  today: z.string(),
  mayDecide: z.boolean(),
  mayDownload: z.boolean(),
  mayContinue: z.boolean(),
  flash: z.array(FlashSchema),
});
export type DesignationDetailsAnswer = z.output<typeof DesignationDetailsScreenSchema>;

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
