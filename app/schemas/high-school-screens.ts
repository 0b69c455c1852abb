import { z } from 'zod';
import { AccessRequestResponseSchema } from './access-request.ts';
import { DesignationListItemSchema } from './designation.ts';
import { ACTIVITY_STATUSES } from './enums.ts';
import { ResponseInstant } from './fields.ts';
import { ListViewsSchema } from './saved-view.ts';
import { FlashSchema } from './flash.ts';
import {
  HighSchoolResponseSchema,
  HighSchoolListItemSchema,
  HighSchoolStaffResponseSchema,
  StaffInviteResponseSchema,
} from './high-school.ts';
import { ShownNotesSchema } from './internal-note.ts';
import { EmailLogSchema } from './delivery-screens.ts';
import { TimelineSchema } from './timeline.ts';

/** The list of all schools the user may see, or of their own. */
export type SchoolsPath = '/highschools' | '/manage';

/** Data of the school screens; only the fields listed here reach the browser. */

const HighSchoolListRowSchema = HighSchoolListItemSchema.pick({
  id: true,
  name: true,
  status: true,
  phone: true,
  fax: true,
  designationCount: true,
});
export type HighSchoolListRow = z.output<typeof HighSchoolListRowSchema>;

export const HighSchoolListScreenSchema = z.object({
  /** Why the query is invalid; nothing is listed then. */
  refusal: z.string().nullable(),
  rows: z.array(HighSchoolListRowSchema),
  total: z.number().nullable(),
  /** For administrators: the schools of the filter without its status, by status. Others have no tabs. */
  statusCounts: z.partialRecord(z.enum(ACTIVITY_STATUSES), z.number()).nullable(),
  views: ListViewsSchema,
  /** From 1. */
  page: z.number(),
  mayCreate: z.boolean(),
  maySelect: z.boolean(),
  mayDownload: z.boolean(),
  mayReadRemarks: z.boolean(),
  isAdministrator: z.boolean(),
  /** Whether this is the list of the user's own schools and it is empty. */
  hasNoSchools: z.boolean(),
  flash: z.array(FlashSchema),
});
export type HighSchoolListResponse = z.output<typeof HighSchoolListScreenSchema>;

const SchoolFormValuesSchema = HighSchoolResponseSchema.omit({
  staff: true,
  staffInvites: true,
  createdAt: true,
  updatedAt: true,
});
export type SchoolFormValues = z.output<typeof SchoolFormValuesSchema>;

const SchoolDesignationSchema = DesignationListItemSchema.pick({
  id: true,
  academicYear: true,
  status: true,
  criteria: true,
  updatedAt: true,
  downloadedAt: true,
});
export type SchoolDesignation = z.output<typeof SchoolDesignationSchema>;

export const SchoolExtensionSchema = z.object({
  year: z.number(),
  dueAt: ResponseInstant,
  reason: z.string(),
  grantedBy: z.string().nullable(),
});
export type SchoolExtension = z.output<typeof SchoolExtensionSchema>;

export const HighSchoolDetailsScreenSchema = z.object({
  school: SchoolFormValuesSchema,
  staff: z.array(HighSchoolStaffResponseSchema),
  staffInvites: z.array(StaffInviteResponseSchema),
  accessRequests: z.array(AccessRequestResponseSchema),
  /** Newest year first. */
  designations: z.array(SchoolDesignationSchema),
  bounced: z.array(z.string()),
  now: z.string(),
  extension: SchoolExtensionSchema.nullable(),
  timeline: TimelineSchema,
  /** For administrators: the newest emails about the school. */
  emails: EmailLogSchema.nullable(),
  /** For administrators: a page of the office's notes. */
  notes: ShownNotesSchema.nullable(),
  /** For administrators: the day until when the school is snoozed, YYYY-MM-DD; null if it isn't. */
  snoozedUntil: z.iso.date().nullable(),
  /** ID of the signed-in user. */
  ownId: z.string(),
  mayEditAll: z.boolean(),
  mayDownload: z.boolean(),
  flash: z.array(FlashSchema),
});
export type HighSchoolDetailsResponse = z.output<typeof HighSchoolDetailsScreenSchema>;
