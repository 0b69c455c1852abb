import { z } from 'zod';
import { AwaitingDeliverySchema } from './delivery-screens.ts';
import { DeliveryAnswerSchema, EmailTemplateAnswerSchema } from './email.ts';
import { AnsweredInstant } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { TimelineSchema } from './timeline.ts';

/** What the screens of email templates are answered; only what is named here reaches the browser. */

/** A template as the list shows it, without its body. */
export const EmailTemplateSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  richText: z.boolean(),
  isEmpty: z.boolean(),
  updatedAt: AnsweredInstant,
});
export type EmailTemplateSummary = z.output<typeof EmailTemplateSummarySchema>;

export const EmailListScreenSchema = z.object({
  templates: z.array(EmailTemplateSummarySchema),
  total: z.number(),
  /** From 1. */
  page: z.number(),
  awaiting: z.array(AwaitingDeliverySchema),
  flash: z.array(FlashSchema),
});

/** One error of a text; `line` from 1. */
const ProblemSchema = z.object({ line: z.number(), message: z.string() });

/** What a text that is being written becomes. */
export const EmailCheckAnswerSchema = z.object({
  /** The subject with its merge fields filled; null where there are problems. */
  subject: z.string().nullable(),
  /** The text part; null where there are problems. */
  text: z.string().nullable(),
  /** Whether it says how it looks in dark colors; null where there are problems. */
  hasDarkColors: z.boolean().nullable(),
  problems: z.array(ProblemSchema.extend({ field: z.enum(['subject', 'body']) })),
  warnings: z.array(ProblemSchema),
});
export type EmailCheckAnswer = z.output<typeof EmailCheckAnswerSchema>;

export const EmailDetailsScreenSchema = z.object({
  template: EmailTemplateAnswerSchema,
  check: EmailCheckAnswerSchema,
  /** The newest of its deliveries, of so many. */
  deliveries: z.array(DeliveryAnswerSchema),
  deliveryCount: z.number(),
  timeline: TimelineSchema,
  flash: z.array(FlashSchema),
});
