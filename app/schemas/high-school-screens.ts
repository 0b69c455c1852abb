import { z } from 'zod';
import { DesignationListItemSchema } from './designation.ts';
import { AnsweredInstant } from './fields.ts';
import { FlashSchema } from './flash.ts';
import {
  HighSchoolAnswerSchema,
  HighSchoolListItemSchema,
  HighSchoolStaffAnswerSchema,
  StaffInviteAnswerSchema,
} from './high-school.ts';
import { MailLogSchema } from './mail-log.ts';
import { TimelineSchema } from './timeline.ts';

/** What the loaders of the schools' screens answer; only what is named here reaches the browser. */

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
  /** Why the address's query was not understood; nothing is listed then. */
  refusal: z.string().nullable(),
  rows: z.array(HighSchoolListRowSchema),
  /** How many schools match; null where nothing is listed. */
  total: z.number().nullable(),
  /** Which page it is, from 1. */
  page: z.number(),
  mayCreate: z.boolean(),
  mayDownload: z.boolean(),
  /** Whether one may find schools by administrators' remarks. */
  mayReadRemarks: z.boolean(),
  isAdministrator: z.boolean(),
  /** Whether the list is of one's own schools and there are none. */
  hasNoSchools: z.boolean(),
  flash: z.array(FlashSchema),
});
export type HighSchoolListAnswer = z.output<typeof HighSchoolListScreenSchema>;

const SchoolFormValuesSchema = HighSchoolAnswerSchema.omit({
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

/** A later due date of one school in the active year. */
const SchoolExtensionSchema = z.object({
  year: z.number(),
  dueAt: AnsweredInstant,
  reason: z.string(),
  grantedBy: z.string().nullable(),
});
export type SchoolExtension = z.output<typeof SchoolExtensionSchema>;

export const HighSchoolDetailsScreenSchema = z.object({
  school: SchoolFormValuesSchema,
  staff: z.array(HighSchoolStaffAnswerSchema),
  staffInvites: z.array(StaffInviteAnswerSchema),
  /** Newest year first. */
  designations: z.array(SchoolDesignationSchema),
  /** Those of the addresses shown that bounced. */
  bounced: z.array(z.string()),
  extension: SchoolExtensionSchema.nullable(),
  timeline: TimelineSchema,
  /** For administrators: the newest emails that were written because of the school. */
  mails: MailLogSchema.nullable(),
  /** Who looks at it. */
  ownId: z.string(),
  mayEditAll: z.boolean(),
  mayDownload: z.boolean(),
  flash: z.array(FlashSchema),
});
export type HighSchoolDetailsAnswer = z.output<typeof HighSchoolDetailsScreenSchema>;
