import { z } from 'zod';

/** What a request has to say on the page that it leads to. */
export const FlashSchema = z.object({
  id: z.string(),
  tone: z.enum(['info', 'success', 'warning', 'danger']),
  text: z.string(),
  /** Where the specification says a browser alert: it waits for OK instead of standing in a banner. */
  isAlert: z.boolean().optional(),
  /** Whom it is about, such as the invited address. */
  about: z.string().optional(),
  /** Stands beside the part of the page that it is about instead of at the top. */
  beside: z.enum(['invites']).optional(),
});
export type Flash = z.output<typeof FlashSchema>;
