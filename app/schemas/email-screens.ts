import { z } from 'zod';
import { AwaitingDeliverySchema } from './delivery-screens.ts';
import { DeliveryResponseSchema, EmailTemplateResponseSchema } from './email.ts';
import { ResponseInstant } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { PageNumberQuerySchema } from './listing.ts';
import { TimelineSchema } from './timeline.ts';

/** Data of the email template screens; only the fields listed here reach the browser. */

export const EmailTemplateSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  richText: z.boolean(),
  isEmpty: z.boolean(),
  updatedAt: ResponseInstant,
});
export type EmailTemplateSummary = z.output<typeof EmailTemplateSummarySchema>;

/** A page of the list, of templates by default. */
export const EmailListPageQuerySchema = PageNumberQuerySchema.extend({
  oneOff: z.boolean().catch(false).default(false),
});

export const EmailListScreenSchema = z.object({
  templates: z.array(EmailTemplateSummarySchema),
  total: z.number(),
  /** From 1. */
  page: z.number(),
  /** Whether these are the one-off emails instead of the templates. */
  isOneOff: z.boolean(),
  /** How many one-off emails there are. */
  oneOffs: z.number(),
  awaiting: z.array(AwaitingDeliverySchema),
  flash: z.array(FlashSchema),
});

/** `line` is from 1. */
const ProblemSchema = z.object({ line: z.number(), message: z.string() });

export const EmailCheckResponseSchema = z.object({
  /** The subject with its merge fields filled; null if there are problems. */
  subject: z.string().nullable(),
  text: z.string().nullable(),
  /** Whether it defines dark colors; null if there are problems. */
  hasDarkColors: z.boolean().nullable(),
  problems: z.array(ProblemSchema.extend({ field: z.enum(['subject', 'body']) })),
  warnings: z.array(ProblemSchema),
});
export type EmailCheckResponse = z.output<typeof EmailCheckResponseSchema>;

export const EmailDetailsScreenSchema = z.object({
  template: EmailTemplateResponseSchema,
  check: EmailCheckResponseSchema,
  /** The newest ones; `deliveryCount` is the total. */
  deliveries: z.array(DeliveryResponseSchema),
  deliveryCount: z.number(),
  timeline: TimelineSchema,
  flash: z.array(FlashSchema),
});
