import { z } from 'zod';

/** A labeled value as it is printed; '' if there is none. Addresses and comments have several lines. */
const CopyFactSchema = z.object({ term: z.string(), text: z.string() });
export type CopyFact = z.output<typeof CopyFactSchema>;

/** Everything that was submitted, ready to print. The page and the PDF show the same. */
export const DesignationCopySchema = z.object({
  id: z.string(),
  /** Like `2026-7K3M-Q2XP`. */
  reference: z.string(),
  schoolName: z.string(),
  year: z.number(),
  /** Why this isn't exactly what was submitted; null if it is. */
  notice: z.string().nullable(),
  facts: z.array(CopyFactSchema),
  /** Texts and students with characters that the PDF can't show, such as `student 2 (李)`. */
  notInPdf: z.array(z.string()),
  students: z.array(z.object({ id: z.string(), heading: z.string(), facts: z.array(CopyFactSchema) })),
});
export type DesignationCopy = z.output<typeof DesignationCopySchema>;

export const CopyScreenSchema = z.object({ copy: DesignationCopySchema });
