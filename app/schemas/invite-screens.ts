import { z } from 'zod';
import { FlashSchema } from './flash.ts';
import { UserInviteAnswerSchema } from './invite.ts';

/** A page of the open invites. */
export const InviteListScreenSchema = z.object({
  invites: z.array(UserInviteAnswerSchema),
  /** Those of the addresses shown that bounced. */
  bounced: z.array(z.string()),
  page: z.number(),
  total: z.number(),
  flash: z.array(FlashSchema),
});
