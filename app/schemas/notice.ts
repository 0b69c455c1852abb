import { z } from 'zod';
import { NOTICES } from './enums.ts';
import { ResponseInstant, requiredLine, requiredText } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { TimelineSchema } from './timeline.ts';

const SUBJECT_MAX = 200;
export const NOTICE_BODY_MAX = 8000;

export const NoticeKindSchema = z.enum(NOTICES);

/** Plain text with its own merge fields. */
export const NoticeInputSchema = z.object({
  subject: requiredLine('Subject', SUBJECT_MAX),
  body: requiredText('Text', NOTICE_BODY_MAX),
  isOn: z.boolean().default(false),
});
export type NoticeInput = z.output<typeof NoticeInputSchema>;

/** The version is 0 until the text is first changed. */
export const NoticeFormSchema = NoticeInputSchema.extend({
  intent: z.literal('save'),
  version: z.number().int(),
});
export const NoticeResetFormSchema = z.object({ intent: z.literal('reset'), version: z.number().int() });

export const NoticeSchema = z.object({
  /** Null until it is first changed. */
  id: z.string().nullable(),
  kind: NoticeKindSchema,
  subject: z.string(),
  body: z.string(),
  isOn: z.boolean(),
  isChanged: z.boolean(),
  version: z.number(),
  updatedAt: ResponseInstant.nullable(),
});
export type Notice = z.output<typeof NoticeSchema>;

const EmailTextSchema = z.object({ subject: z.string(), body: z.string() });

export const NoticeListScreenSchema = z.object({
  notices: NoticeSchema.extend({ when: z.string() }).array(),
});

export const NoticeScreenSchema = z.object({
  notice: NoticeSchema,
  when: z.string(),
  whenOff: z.string(),
  /** The merge fields with their descriptions, and the values that the preview shows. */
  fields: z.object({ name: z.string(), meaning: z.string(), sample: z.string() }).array(),
  standard: EmailTextSchema,
  /** Greeting before the body and closing after it; null if the email has neither. */
  frame: z.object({ before: z.string(), after: z.string() }).nullable(),
  timeline: TimelineSchema,
  flash: FlashSchema.array(),
});
