import { z } from 'zod';
import { AccountEmail } from './fields.ts';

/** An administrator invites somebody; the tick makes an administrator of them. */
export const InviteUserFormSchema = z.strictObject({
  intent: z.literal('invite'),
  email: AccountEmail,
  isAdministrator: z.boolean().default(false),
});
export type InviteUserForm = z.output<typeof InviteUserFormSchema>;
