import { z } from 'zod';
import { DesignationListItemSchema } from './designation.ts';
import { STAFF_POSITIONS } from './enums.ts';
import { AnsweredInstant } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { EmailLogSchema } from './delivery-screens.ts';
import { ListViewsSchema } from './saved-view.ts';
import { TimelineSchema } from './timeline.ts';
import { UserAnswerSchema, UserHighSchoolSchema, UserListItemSchema } from './user.ts';

export const SessionAnswerSchema = z.object({
  id: z.string(),
  /** Our own description, like 'Firefox on Windows'. */
  browser: z.string(),
  startedAt: AnsweredInstant,
  seenAt: AnsweredInstant,
  isThis: z.boolean(),
});
export type SessionAnswer = z.output<typeof SessionAnswerSchema>;

/** The user's own account (specification, section 2, Account Settings). */
export const AccountScreenSchema = z.object({
  user: UserAnswerSchema,
  hasBounced: z.boolean(),
  highSchools: z.array(UserHighSchoolSchema),
  sessions: z.array(SessionAnswerSchema),
  mayEditFlags: z.boolean(),
  isAdmin: z.boolean(),
  flash: z.array(FlashSchema),
});

export const UserListScreenSchema = z.object({
  /** Why the query is invalid; nothing is listed then. */
  refusal: z.string().nullable(),
  users: z.array(UserListItemSchema),
  bounced: z.array(z.string()),
  page: z.number(),
  total: z.number().nullable(),
  highSchool: z.object({ id: z.string(), name: z.string() }).nullable(),
  views: ListViewsSchema,
});

const UserDesignationSchema = DesignationListItemSchema.pick({
  id: true,
  status: true,
  updatedAt: true,
  downloadedAt: true,
  highSchool: true,
  academicYear: true,
});

export const UserDetailsScreenSchema = z.object({
  /** For colleagues: the user's positions in the schools they share. */
  shared: z.array(
    z.object({ highSchoolId: z.string(), name: z.string(), position: z.enum(STAFF_POSITIONS) }),
  ),
  user: UserAnswerSchema,
  hasBounced: z.boolean(),
  /** Null if the actor may not see the user's work. */
  work: z
    .object({
      highSchools: z.array(UserHighSchoolSchema),
      sessions: z.array(SessionAnswerSchema),
      timeline: TimelineSchema,
      /** For administrators: the newest designations of the user's schools or submitted by the user, and the total. */
      designations: z.object({ rows: z.array(UserDesignationSchema), total: z.number() }).nullable(),
      /** For administrators: the newest emails to the user's address. */
      emails: EmailLogSchema.nullable(),
    })
    .nullable(),
  isSelf: z.boolean(),
  mayEdit: z.boolean(),
  mayEditFlags: z.boolean(),
  mayDelete: z.boolean(),
  mayMerge: z.boolean(),
  /** The account that this one was merged into; null unless it was. */
  mergedInto: UserAnswerSchema.nullable(),
  mayDownload: z.boolean(),
  flash: z.array(FlashSchema),
});
export type UserDetailsAnswer = z.output<typeof UserDetailsScreenSchema>;
