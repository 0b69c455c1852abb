import { z } from 'zod';

/** The office's logo, as pages show it. */
export const LogoAnswerSchema = z.object({
  url: z.string(),
  /** Pixels. */
  width: z.number(),
  height: z.number(),
});
export type LogoAnswer = z.output<typeof LogoAnswerSchema>;
