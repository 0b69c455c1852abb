import { z } from 'zod';
import { FlashSchema } from './flash.ts';
import { UserInviteAnswerSchema } from './invite.ts';

export const InviteListScreenSchema = z.object({
  invites: z.array(UserInviteAnswerSchema),
  bounced: z.array(z.string()),
  page: z.number(),
  total: z.number(),
  flash: z.array(FlashSchema),
});
