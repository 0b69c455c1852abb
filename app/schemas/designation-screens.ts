import { z } from 'zod';
import { DraftStudentSchema } from '#app/schemas/draft-student.ts';
import { StudentWarningsSchema } from './designation-editing.ts';
import { DesignationResponseSchema, DesignationListItemSchema } from './designation.ts';
import { ChangesSinceReturnSchema } from './designation-comparison.ts';
import {
  DecisionDraftSchema,
  AcceptedTermsSchema,
  DecisionEmailContextSchema,
  NeighborsSchema,
  ReviewQueueSchema,
  YearFiguresSchema,
} from './designation-review.ts';
import { UndoableSchema } from './designation-undo.ts';
import { ShownNotesSchema } from './internal-note.ts';
import { TimelineSchema } from './timeline.ts';
import { CRITERIA, DESIGNATION_STATUSES } from './enums.ts';
import { ListViewsSchema } from './saved-view.ts';
import { SchoolChoiceSchema } from './school-choices.ts';
import { ResponseInstant } from './fields.ts';
import { StudentResponseSchema } from './student.ts';

/** Data of the review screens; only the fields listed here reach the browser. */

/** What the list shows of a designation. */
export const DesignationRowSchema = DesignationListItemSchema.pick({
  id: true,
  classSize: true,
  criteria: true,
  status: true,
  updatedAt: true,
  downloadedAt: true,
  warnings: true,
}).extend({
  version: z.number(),
  schoolName: z.string(),
  year: z.number(),
  /** Number of students on the list so far. */
  students: z.number(),
  /** Null if the school hasn't submitted it. */
  submittedAt: ResponseInstant.nullable(),
  /** Whether it is pending again after it was returned. */
  isResubmitted: z.boolean(),
  /** Number of the user's unread messages about it. */
  unread: z.number(),
});
export type DesignationRow = z.output<typeof DesignationRowSchema>;

/** Whether designations of the filter and of its year were downloaded before, and how many that year has. */
const ListDownloadsSchema = z.object({
  someOfFilter: z.boolean(),
  /** Whether some of the filter were never downloaded. */
  someNew: z.boolean(),
  someOfYear: z.boolean(),
  yearTotal: z.number(),
});
export type ListDownloadsResponse = z.output<typeof ListDownloadsSchema>;

export const DesignationListScreenSchema = z.object({
  /** Why the query is invalid; nothing is listed then. */
  refusal: z.string().nullable(),
  rows: z.array(DesignationRowSchema),
  /** Position of the first row in the list, from 1; null if unknown. */
  from: z.number().nullable(),
  hasPrevious: z.boolean(),
  /** Whether a reviewer can continue to another page: a designation, or the end of the review queue. */
  hasNext: z.boolean(),
  total: z.number().nullable(),
  /** For administrators: the designations of the filter without its statuses, by status. Others have no tabs. */
  statusCounts: z.partialRecord(z.enum(DESIGNATION_STATUSES), z.number()).nullable(),
  /** ID of the active year if an administrator's plain address shows only that year; otherwise null. */
  defaultYearId: z.string().nullable(),
  views: ListViewsSchema,
  years: z.array(z.object({ id: z.string(), year: z.number() })),
  /** School to filter by; null if there is none, or the actor may not see it. */
  highSchool: SchoolChoiceSchema.pick({ id: true, name: true }).nullable(),
  /** Null if the actor may not download. */
  downloads: ListDownloadsSchema.nullable(),
  /** Names of the export profiles; empty if the actor may not download. */
  profiles: z.array(z.string()),
  maySelect: z.boolean(),
  /** Whether the actor has no school whose designations they may see. */
  hasNoSchools: z.boolean(),
});

export type DesignationListResponse = z.output<typeof DesignationListScreenSchema>;

const FlashSchema = z.object({
  id: z.string(),
  tone: z.enum(['info', 'success', 'warning', 'danger']),
  text: z.string(),
});

/** The end of the review queue: nothing in it is pending. */
export const ReviewQueueScreenSchema = z.object({
  /** The queue that the reviewer worked through; null if there was nothing to review. */
  reviewed: ReviewQueueSchema.pick({ openedAt: true, total: true, statuses: true }).nullable(),
  /** How many designations have been submitted since. */
  toReview: z.number(),
  /** The reviewer's last decision, while it can be undone. */
  undo: UndoableSchema.nullable(),
  /** Query of the queue's pages. */
  queueQuery: z.string(),
  flash: z.array(FlashSchema),
});
export type ReviewQueueResponse = z.output<typeof ReviewQueueScreenSchema>;

export const DesignationDetailsScreenSchema = z.object({
  designation: DesignationResponseSchema,
  /** Like `2026-7K3M-Q2XP`. */
  reference: z.string(),
  acceptedTerms: AcceptedTermsSchema.nullable(),
  /** For reviewers. */
  email: DecisionEmailContextSchema.nullable(),
  /** For reviewers: changes since the return; null if that doesn't apply. */
  changesSinceReturn: ChangesSinceReturnSchema.nullable(),
  /** False if it wasn't submitted, or was returned and the submitted version wasn't kept. */
  hasCopy: z.boolean(),
  /** For reviewers: the school's earlier designations, newest first. */
  earlierYears: z.array(YearFiguresSchema).nullable(),
  /** Criteria of the school's latest earlier designation. */
  previousCriteria: z.enum(CRITERIA).nullable(),
  /** For reviewers: missing data that an approval would accept, one sentence each. */
  gaps: z.array(z.string()),
  timeline: TimelineSchema,
  /** Warnings about the class size and the students, one sentence each. */
  warnings: z.array(z.string()),
  /** For administrators: IDs of students who may also be on another school's list. Omitted for staff. */
  onOtherLists: z.array(z.string()).optional(),
  /** For administrators: a page of the office's notes. */
  notes: ShownNotesSchema.nullable(),
  /** What the form of a return or rejection contains at first; null if nothing. */
  decisionDraft: DecisionDraftSchema.nullable(),
  /** Query of the list that the page was opened from. */
  listQuery: z.string(),
  neighbors: NeighborsSchema,
  /** Whether a reviewer can continue to another page: a designation, or the end of the review queue. */
  hasNext: z.boolean(),
  /** For reviewers who work through the review queue. */
  queue: ReviewQueueSchema.pick({ position: true, total: true, statuses: true }).nullable(),
  /** For reviewers: whether it is pending again after it was returned. */
  isResubmitted: z.boolean(),
  /** Label of the link to the messages, with how many are unread. */
  messages: z.string(),
  /** Today in the program's time zone, YYYY-MM-DD, to compute ages. */
  today: z.string(),
  mayDecide: z.boolean(),
  /** For reviewers: the last decision about this designation, or else their own last one, while it can be undone. */
  undo: UndoableSchema.nullable(),
  mayDownload: z.boolean(),
  mayContinue: z.boolean(),
  flash: z.array(FlashSchema),
});
export type DesignationDetailsResponse = z.output<typeof DesignationDetailsScreenSchema>;

export const EditStudentsScreenSchema = z.object({
  designation: DesignationResponseSchema.pick({
    id: true,
    version: true,
    highSchool: true,
    academicYear: true,
  }),
  /** The list, padded with empty forms to the number for the class size. */
  students: z.array(DraftStudentSchema),
  emptyStudent: DraftStudentSchema,
  today: z.string(),
  /** Warnings about the stored students. */
  warnings: StudentWarningsSchema,
});

/** A receipt to print; of the students, it has only the names. */
export const ReceiptSchema = DesignationResponseSchema.pick({
  id: true,
  status: true,
  classSize: true,
  criteria: true,
  highSchool: true,
  academicYear: true,
}).extend({
  /** Like `2026-7K3M-Q2XP`. */
  reference: z.string(),
  /** The last submission; null if an administrator set the status. */
  submission: z.object({ by: z.string(), at: ResponseInstant }).nullable(),
  /** The last change since then; the receipt shows the current data. */
  changed: z.object({ by: z.string(), at: ResponseInstant }).nullable(),
  students: z.array(StudentResponseSchema.pick({ id: true, first: true, middle: true, last: true })),
});
export type Receipt = z.output<typeof ReceiptSchema>;

export const ReceiptScreenSchema = z.object({ receipt: ReceiptSchema });
