import { z } from 'zod';
import { DesignationListItemSchema } from './designation.ts';
import { STAFF_POSITIONS } from './enums.ts';
import { ResponseInstant } from './fields.ts';
import { SingleSignOnSchema } from './identity.ts';
import { FlashSchema } from './flash.ts';
import { EmailLogSchema } from './delivery-screens.ts';
import { ListViewsSchema } from './saved-view.ts';
import { TimelineSchema } from './timeline.ts';
import { UserResponseSchema, UserHighSchoolSchema, UserListItemSchema } from './user.ts';

export const SessionResponseSchema = z.object({
  id: z.string(),
  /** Our own description, like 'Firefox on Windows'. */
  browser: z.string(),
  startedAt: ResponseInstant,
  seenAt: ResponseInstant,
  isThis: z.boolean(),
});
export type SessionResponse = z.output<typeof SessionResponseSchema>;

/** The user's own account (specification, section 2, Account Settings). */
export const AccountScreenSchema = z.object({
  user: UserResponseSchema,
  hasBounced: z.boolean(),
  highSchools: z.array(UserHighSchoolSchema),
  sessions: z.array(SessionResponseSchema),
  singleSignOn: SingleSignOnSchema.nullable(),
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
  user: UserResponseSchema,
  hasBounced: z.boolean(),
  /** Null if the actor may not see the user's work. */
  work: z
    .object({
      highSchools: z.array(UserHighSchoolSchema),
      sessions: z.array(SessionResponseSchema),
      singleSignOn: SingleSignOnSchema.nullable(),
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
  mergedInto: UserResponseSchema.nullable(),
  mayDownload: z.boolean(),
  flash: z.array(FlashSchema),
});
export type UserDetailsResponse = z.output<typeof UserDetailsScreenSchema>;
