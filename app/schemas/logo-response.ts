import { z } from 'zod';

/** The office's logo, as pages show it. */
export const LogoResponseSchema = z.object({
  url: z.string(),
  /** Pixels. */
  width: z.number(),
  height: z.number(),
});
export type LogoResponse = z.output<typeof LogoResponseSchema>;
