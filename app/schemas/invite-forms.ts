import { z } from 'zod';
import { AccountEmail, Uuid } from './fields.ts';

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
