import { z } from 'zod';
import { NOTICES } from './enums.ts';
import { AnsweredInstant, multiline, requiredLine } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { TimelineSchema } from './timeline.ts';

const SUBJECT_MAX = 200;
const BODY_MAX = 8000;

export const NoticeKindSchema = z.enum(NOTICES);

/** What an administrator makes of a notice: plain text with merge fields of its own. */
export const NoticeInputSchema = z.object({
  subject: requiredLine('Subject', SUBJECT_MAX),
  body: multiline(BODY_MAX).refine((text) => text.trim() !== '', {
    error: 'Enter a text, or turn this email off.',
  }),
  isOn: z.boolean().default(false),
});
export type NoticeInput = z.output<typeof NoticeInputSchema>;

/** The form of a notice; without `save` its text goes back to the standard. The version is 0 until it was changed once. */
export const NoticeFormSchema = NoticeInputSchema.extend({
  intent: z.literal('save'),
  version: z.number().int(),
});
export const NoticeResetFormSchema = z.object({ intent: z.literal('reset'), version: z.number().int() });

/** A notice as it is sent now. */
export const NoticeSchema = z.object({
  /** Null until it was changed once. */
  id: z.string().nullable(),
  kind: NoticeKindSchema,
  subject: z.string(),
  body: z.string(),
  isOn: z.boolean(),
  /** Whether its text is another than the standard. */
  isChanged: z.boolean(),
  version: z.number(),
  updatedAt: AnsweredInstant.nullable(),
});
export type Notice = z.output<typeof NoticeSchema>;

const MailTextSchema = z.object({ subject: z.string(), body: z.string() });

export const NoticeListScreenSchema = z.object({
  notices: NoticeSchema.extend({ when: z.string() }).array(),
});

export const NoticeScreenSchema = z.object({
  notice: NoticeSchema,
  when: z.string(),
  whenOff: z.string(),
  /** The merge fields, with what each is filled with. */
  fields: z.object({ name: z.string(), meaning: z.string() }).array(),
  standard: MailTextSchema,
  /** The greeting before the body and what ends the email after it, where they are put around it. */
  frame: z.object({ before: z.string(), after: z.string() }).nullable(),
  timeline: TimelineSchema,
  flash: FlashSchema.array(),
});
