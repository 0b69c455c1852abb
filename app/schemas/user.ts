import { z } from 'zod';
import { LoginCode } from './auth.ts';
import { STAFF_POSITIONS, USER_FLAGS } from './enums.ts';
import { AccountEmail, AnsweredInstant, bodyWithReadOnly, line, Phone, requiredLine } from './fields.ts';
import { ListQueryShape } from './listing.ts';

const flags = z
  .array(z.enum(USER_FLAGS))
  .max(10)
  .transform((list) => USER_FLAGS.filter((flag) => list.includes(flag)));

export const UserPatchSchema = bodyWithReadOnly(
  {
    firstName: requiredLine('First name').optional(),
    lastName: requiredLine('Last name').optional(),
    email: AccountEmail.optional(),
    emailCode: LoginCode.optional(),
    phone: Phone.optional(),
    flags: flags.optional(),
  },
  ['id', 'version', 'createdAt', 'updatedAt'],
);
export type UserPatch = z.output<typeof UserPatchSchema>;

export const EmailChangeSchema = z.strictObject({ email: AccountEmail });
export type EmailChange = z.output<typeof EmailChangeSchema>;

export const USER_SORTS = ['name', 'email', 'phone'] as const;
export const UserListQuerySchema = z.strictObject({
  firstName: line(100).optional(),
  lastName: line(100).optional(),
  name: line(200).optional(),
  email: line(254).optional(),
  phone: line(40).optional(),
  flags: z.array(z.enum(USER_FLAGS)).optional(),
  highSchools: z.array(z.uuid({ error: 'Must be an id (uuid).' })).optional(),
  ...ListQueryShape,
  sort: z.enum(USER_SORTS).optional(),
});
export type UserListQuery = z.output<typeof UserListQuerySchema>;

export const UserAnswerSchema = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  flags: z.array(z.enum(USER_FLAGS)),
  version: z.number(),
  createdAt: AnsweredInstant,
  updatedAt: AnsweredInstant,
});
export type UserAnswer = z.output<typeof UserAnswerSchema>;

/** One school of a user, with the position held there (specification, section 3, user-to-school link). */
export const UserHighSchoolSchema = z.object({
  highSchoolId: z.string(),
  position: z.enum(STAFF_POSITIONS),
  highSchool: z.object({ id: z.string(), name: z.string(), status: z.enum(['ACTIVE', 'INACTIVE']) }),
});
export type UserHighSchool = z.output<typeof UserHighSchoolSchema>;
