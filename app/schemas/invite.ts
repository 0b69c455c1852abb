import { z } from 'zod';
import { AccessRequestResponseSchema } from './access-request.ts';
import { STAFF_POSITIONS, USER_FLAGS } from './enums.ts';
import { AccountEmail, ResponseInstant, bodyWithReadOnly, Uuid } from './fields.ts';
import { FlashSchema } from './flash.ts';

/** An invitation to create an account. The only flag it can grant is ADMIN. */
export const UserInviteCreateSchema = bodyWithReadOnly(
  {
    email: AccountEmail,
    flags: z
      .array(z.enum(['ADMIN'], { error: 'The only flag an invite can have is ADMIN.' }))
      .max(10)
      .transform((flags) => USER_FLAGS.filter((flag) => flag === 'ADMIN' && flags.includes(flag)))
      .optional(),
  },
  ['id', 'staffInvites', 'expiresAt', 'createdAt', 'updatedAt'],
);
export type UserInviteCreate = z.output<typeof UserInviteCreateSchema>;

/** An open invite with the school positions it will grant (specification, section 3, UserInvite). */
export const UserInviteResponseSchema = z.object({
  id: z.string(),
  email: z.string(),
  flags: z.array(z.enum(USER_FLAGS)),
  staffInvites: z.array(
    z.object({
      id: z.string(),
      highSchoolId: z.string(),
      userInviteId: z.string(),
      position: z.enum(STAFF_POSITIONS),
      highSchool: z.object({ id: z.string(), name: z.string() }),
      expiresAt: ResponseInstant,
      createdAt: ResponseInstant,
      updatedAt: ResponseInstant,
    }),
  ),
  expiresAt: ResponseInstant,
  createdAt: ResponseInstant,
  updatedAt: ResponseInstant,
});
export type UserInviteResponse = z.output<typeof UserInviteResponseSchema>;

/** An invite to a school's staff, as the invited person sees it. */
export const OwnInviteSchema = z.object({
  id: z.string(),
  highSchoolId: z.string(),
  highSchool: z.object({ id: z.string(), name: z.string() }),
  position: z.enum(STAFF_POSITIONS),
  /** First and last name; null for the command line. */
  invitedBy: z.string().nullable(),
  createdAt: ResponseInstant,
  /** It can't be accepted from this instant on. */
  expiresAt: ResponseInstant,
});
export type OwnInvite = z.output<typeof OwnInviteSchema>;

export const InviteListScreenSchema = z.object({
  invites: z.array(UserInviteResponseSchema),
  /** The newest ones. */
  accessRequests: z.array(AccessRequestResponseSchema),
  accessRequestCount: z.number(),
  bounced: z.array(z.string()),
  now: z.string(),
  page: z.number(),
  total: z.number(),
  flash: z.array(FlashSchema),
});

export const InviteUserFormSchema = z.strictObject({
  intent: z.literal('invite'),
  email: AccountEmail,
  isAdministrator: z.boolean().default(false),
});
export type InviteUserForm = z.output<typeof InviteUserFormSchema>;

export const ChangeInviteFormSchema = z.strictObject({ intent: z.enum(['resend', 'remove']), id: Uuid });

/** Buttons of the user's own invite. */
export const AnswerInviteFormSchema = z.strictObject({
  intent: z.enum(['accept-invite', 'decline-invite']),
  inviteId: Uuid,
});
export type AnswerInviteForm = z.output<typeof AnswerInviteFormSchema>;
