import { z } from 'zod';

/** A message for the page that a request leads to. */
export const FlashSchema = z.object({
  id: z.string(),
  tone: z.enum(['info', 'success', 'warning', 'danger']),
  text: z.string(),
  /** The specification requires a browser alert, which waits for OK, instead of a banner. */
  isAlert: z.boolean().optional(),
  /** Who it is about, such as the invited address. */
  about: z.string().optional(),
  /** Shown next to this part of the page instead of at the top. */
  beside: z.enum(['invites']).optional(),
});
export type Flash = z.output<typeof FlashSchema>;
