import { z } from 'zod';
import { LoginCode } from './auth.ts';
import { STAFF_POSITIONS, USER_FLAGS } from './enums.ts';
import {
  AccountEmail,
  ResponseInstant,
  responseTexts,
  bodyWithReadOnly,
  line,
  Phone,
  sentTexts,
  Uuid,
} from './fields.ts';
import { ofEachField } from './field-tables.ts';
import { DIRECTIONS, ListQueryShape } from './listing.ts';
import { USER_SORTS, USER_TEXTS } from './user-fields.ts';

const flags = z
  .array(z.enum(USER_FLAGS))
  .max(10)
  .transform((list) => USER_FLAGS.filter((flag) => list.includes(flag)));

/** Names have no rules (specification, section 5), but the service requires at least one. */
export const UserPatchSchema = bodyWithReadOnly(
  {
    ...sentTexts(USER_TEXTS),
    email: AccountEmail.optional(),
    emailCode: LoginCode.optional(),
    phone: Phone.optional(),
    flags: flags.optional(),
  },
  ['id', 'mergedIntoId', 'version', 'createdAt', 'updatedAt'],
);
export type UserPatch = z.output<typeof UserPatchSchema>;

export const EmailChangeSchema = z.strictObject({ email: AccountEmail });
export type EmailChange = z.output<typeof EmailChangeSchema>;

const filterShape = {
  ...ofEachField(USER_TEXTS, ({ max }) => line(max).optional()),
  name: line(200).optional(),
  email: line(254).optional(),
  phone: line(40).optional(),
  flags: z.array(z.enum(USER_FLAGS)).optional(),
  highSchools: z.array(Uuid).optional(),
  /** Part of the name of a school where the user is staff. */
  highSchoolName: line(200).optional(),
  /** Only deleted users if true, only others if false; by default both. */
  deleted: z.boolean().optional(),
};

/** The list's filters; the download accepts nothing else. */
export const UserFilterSchema = z.strictObject(filterShape);
export type UserFilter = z.output<typeof UserFilterSchema>;

const sort = z.enum(USER_SORTS).optional();
export const UserListQuerySchema = z.strictObject({ ...filterShape, ...ListQueryShape, sort });
export type UserListQuery = z.output<typeof UserListQuerySchema>;

/** Query of the list page; `page` is from 1. Deleted users are hidden by default (specification, section 9). */
export const UserListPageQuerySchema = UserFilterSchema.omit({ deleted: true }).extend({
  sort,
  direction: z.enum(DIRECTIONS).optional(),
  withDeleted: z.boolean().optional(),
  page: z.number().int().min(1).max(1_000_000).optional(),
});
export type UserListPageQuery = z.output<typeof UserListPageQuerySchema>;

export const UserResponseSchema = z.object({
  id: z.string(),
  ...responseTexts(USER_TEXTS),
  email: z.string(),
  phone: z.string(),
  flags: z.array(z.enum(USER_FLAGS)),
  /** The account that this one was merged into; null unless it was. */
  mergedIntoId: z.string().nullable(),
  version: z.number(),
  createdAt: ResponseInstant,
  updatedAt: ResponseInstant,
});
export type UserResponse = z.output<typeof UserResponseSchema>;

/** A user in the administrators' list, with the schools by name. */
export const UserListItemSchema = UserResponseSchema.extend({
  /** Null if the user never signed in. */
  lastSignedInAt: ResponseInstant.nullable(),
  highSchools: z.array(z.object({ id: z.string(), name: z.string(), position: z.enum(STAFF_POSITIONS) })),
});
export type UserListItem = z.output<typeof UserListItemSchema>;

/** A user's position at one school (specification, section 3, user-to-school link). */
export const UserHighSchoolSchema = z.object({
  highSchoolId: z.string(),
  position: z.enum(STAFF_POSITIONS),
  highSchool: z.object({ id: z.string(), name: z.string(), status: z.enum(['ACTIVE', 'INACTIVE']) }),
});
export type UserHighSchool = z.output<typeof UserHighSchoolSchema>;
