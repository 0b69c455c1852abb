import { z } from 'zod';
import { AccountEmail, Uuid } from './fields.ts';

/** An administrator invites someone; the tick makes an administrator of them. */
export const InviteUserFormSchema = z.strictObject({
  intent: z.literal('invite'),
  email: AccountEmail,
  isAdministrator: z.boolean().default(false),
});
export type InviteUserForm = z.output<typeof InviteUserFormSchema>;

/** The buttons beside an invite that waits for its account. */
export const ChangeInviteFormSchema = z.strictObject({ intent: z.enum(['resend', 'remove']), id: Uuid });

/** The buttons beside one's own invite. */
export const AnswerInviteFormSchema = z.strictObject({
  intent: z.enum(['accept-invite', 'decline-invite']),
  inviteId: Uuid,
});
export type AnswerInviteForm = z.output<typeof AnswerInviteFormSchema>;
