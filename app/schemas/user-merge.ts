import { z } from 'zod';
import { STAFF_POSITIONS } from './enums.ts';
import { ResponseInstant, line, Uuid } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { UserResponseSchema, UserListItemSchema } from './user.ts';

/** `id` is the account that is merged, `intoId` the one that stays. */
export const UserMergeParamsSchema = z.object({ id: Uuid, intoId: Uuid });

export const UserMergeSchema = z.strictObject({
  /** The version of the account that stays, as last read. */
  intoVersion: z.number().int().nonnegative().optional(),
});

/** A school of the person, and the position that the account that stays has there after the merge. */
export const MergedPositionSchema = z.object({
  highSchoolId: z.string(),
  name: z.string(),
  position: z.enum(STAFF_POSITIONS),
  /** Whether the account that stays isn't on the staff yet. */
  isNew: z.boolean(),
  /** The other account's position, which was changed longer ago; null if both agree or only one has any. */
  replaced: z.enum(STAFF_POSITIONS).nullable(),
});
export type MergedPosition = z.output<typeof MergedPositionSchema>;

/** What belongs to an account. The designations are those that it started or last submitted. */
export const AccountBelongingsSchema = z.object({
  designationsStarted: z.number(),
  designationsSubmitted: z.number(),
  messages: z.number(),
  notes: z.number(),
  accessRequests: z.number(),
  savedViews: z.number(),
  sessions: z.number(),
  /** The schools that the address has an open invite to, by name. */
  invites: z.array(z.string()),
});
export type AccountBelongings = z.output<typeof AccountBelongingsSchema>;

/** One of two accounts to merge. */
export const MergeAccountSchema = z.object({
  user: UserResponseSchema,
  lastSignedInAt: ResponseInstant.nullable(),
  highSchools: z.array(
    z.object({
      highSchoolId: z.string(),
      name: z.string(),
      position: z.enum(STAFF_POSITIONS),
      updatedAt: ResponseInstant,
    }),
  ),
  belongings: AccountBelongingsSchema,
});
export type MergeAccount = z.output<typeof MergeAccountSchema>;

/** What a merge does: nothing has changed yet. */
export const UserMergePreviewSchema = z.object({
  from: MergeAccountSchema,
  into: MergeAccountSchema,
  highSchools: z.array(MergedPositionSchema),
  /** Why the merge isn't possible; null if it is. */
  refusal: z.string().nullable(),
});
export type UserMergePreview = z.output<typeof UserMergePreviewSchema>;

/** What a merge did. */
export const UserMergeResponseSchema = z.object({
  /** The account that stays. */
  user: UserResponseSchema,
  /** The account that was merged, with the flag DELETED. */
  merged: UserResponseSchema,
  highSchools: z.array(MergedPositionSchema),
  /** What moved to the account that stays. Sessions ended instead. */
  moved: AccountBelongingsSchema,
});
export type UserMergeResponse = z.output<typeof UserMergeResponseSchema>;

/** Query of the page: the search text, or the other account. */
export const MergePageQuerySchema = z.strictObject({ find: line(200).optional(), other: Uuid.optional() });

/** Which account stays, and the versions of both as shown. */
export const MergeFormSchema = z.strictObject({
  intent: z.literal('merge'),
  keep: Uuid,
  otherId: Uuid,
  version: z.number().int().nonnegative(),
  otherVersion: z.number().int().nonnegative(),
});

/** Users who may have the other account of a person. */
const MergeFoundSchema = z.object({
  text: z.string(),
  users: z.array(UserListItemSchema),
  /** Whether more users match than are listed. */
  hasMore: z.boolean(),
  /** Addresses with an open invite and no account, so that there is nothing to merge. */
  invited: z.array(z.object({ email: z.string(), highSchools: z.array(z.string()) })),
});
export type MergeFound = z.output<typeof MergeFoundSchema>;

const MergeOptionSchema = MergeAccountSchema.extend({
  /** Why this account can't stay; null if it can. */
  refusal: z.string().nullable(),
  /** What happens if this account stays, in sentences. */
  effects: z.array(z.string()),
});
export type MergeOption = z.output<typeof MergeOptionSchema>;

export const MergeScreenSchema = z.object({
  user: UserResponseSchema,
  /** Null once the other account is chosen. */
  found: MergeFoundSchema.nullable(),
  /** Null until the other account is chosen. */
  choice: z
    .object({
      /** The page's user first. */
      accounts: z.tuple([MergeOptionSchema, MergeOptionSchema]),
      /** The account to stay that the page proposes; null if neither can. */
      proposed: z.string().nullable(),
    })
    .nullable(),
  flash: z.array(FlashSchema),
});
