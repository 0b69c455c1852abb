import { z } from 'zod';
import { DeliveryResponseSchema, DeliveryRecipientSchema, RecipientSchema } from './email.ts';
import { RECIPIENT_SKIP_REASONS, EMAIL_STATES, REMINDER_STATES } from './enums.ts';
import { DIRECTIONS, ListQueryShape } from './listing.ts';
import { ResponseInstant, line } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { TimelineSchema } from './timeline.ts';

const email = line(254).optional();

/** Query of the delivery list; `email` matches part of a recipient's address (decisions, section 6). */
export const DeliveryListQuerySchema = z.strictObject({ email, ...ListQueryShape });
export type DeliveryListQuery = z.output<typeof DeliveryListQuerySchema>;

export const DeliveryRecipientsQuerySchema = z.strictObject({
  email,
  state: z.array(z.enum(EMAIL_STATES)).max(EMAIL_STATES.length).optional(),
  limit: ListQueryShape.limit,
  offset: ListQueryShape.offset,
});
export type DeliveryRecipientsQuery = z.output<typeof DeliveryRecipientsQuerySchema>;

/** An email in the logs of schools and users, without its text. */
export const LoggedEmailSchema = z.object({
  id: z.string(),
  email: z.string(),
  hasBounced: z.boolean(),
  /** The email's own, or the name of its template. */
  subject: z.string(),
  /** Null if the email isn't part of a delivery. */
  deliveryId: z.string().nullable(),
  state: z.enum(EMAIL_STATES),
  /** When it was sent, or else created. */
  at: ResponseInstant,
  response: z.string().nullable(),
});
export type LoggedEmail = z.output<typeof LoggedEmailSchema>;

export const EmailLogSchema = z.object({ emails: z.array(LoggedEmailSchema), total: z.number() });
export type EmailLog = z.output<typeof EmailLogSchema>;

const page = z.number().int().min(1).max(1_000_000).optional();

/** Query of the list page: like the API, but with a page number instead of limit and offset. */
export const DeliveryListPageQuerySchema = DeliveryListQuerySchema.omit({ limit: true, offset: true }).extend(
  {
    sort: z.literal('createdAt').optional(),
    direction: z.enum(DIRECTIONS).optional(),
    page,
  },
);

export const DeliveryListScreenSchema = z.object({
  /** Why the query is invalid; nothing is listed then. */
  refusal: z.string().nullable(),
  deliveries: z.array(DeliveryResponseSchema),
  /** Emails to the address searched for, including those outside deliveries; null without a search. */
  emails: EmailLogSchema.nullable(),
  page: z.number(),
  total: z.number().nullable(),
});

export const AwaitingDeliverySchema = z.object({ id: z.string(), name: z.string(), recipients: z.number() });
export type AwaitingDelivery = z.output<typeof AwaitingDeliverySchema>;

/** Selects the recipients to show. The history has its own parameter. */
export const DeliveryPageQuerySchema = z.object({
  email: DeliveryRecipientsQuerySchema.shape.email,
  state: DeliveryRecipientsQuerySchema.shape.state,
  page,
});

const ShownRecipientsSchema = z.object({
  recipients: z.array(DeliveryRecipientSchema),
  bounced: z.array(z.string()),
  total: z.number(),
});
export type ShownRecipients = z.output<typeof ShownRecipientsSchema>;

export const DeliveryStateSchema = DeliveryResponseSchema.extend({
  /** The next deferred email to be retried, with the reason; null if none is deferred. */
  nextTry: z.object({ at: ResponseInstant, response: z.string().nullable() }).nullable(),
});
export type DeliveryState = z.output<typeof DeliveryStateSchema>;

/** Query for updates while emails are being sent; `rows` also requests the recipients shown. */
export const DeliveryUpdateQuerySchema = DeliveryPageQuerySchema.extend({ rows: z.boolean().default(false) });
export const DeliveryUpdateSchema = z.object({
  delivery: DeliveryStateSchema,
  rows: ShownRecipientsSchema.nullable(),
});
export type DeliveryUpdate = z.output<typeof DeliveryUpdateSchema>;

export const DeliveryContentsSchema = z.object({
  /** Recipients not selected; null if not recorded. */
  deselected: z.array(RecipientSchema.omit({ schools: true })).nullable(),
  /** Number of skipped recipients by reason; null if not recorded. */
  leftOut: z.array(z.object({ why: z.enum(RECIPIENT_SKIP_REASONS), people: z.number() })).nullable(),
  /** Null if it isn't a reminder. */
  reminder: z
    .object({
      dueAt: ResponseInstant,
      /** Null if the rule was deleted. */
      rule: z
        .object({ id: z.string(), daysBefore: z.number(), states: z.array(z.enum(REMINDER_STATES)) })
        .nullable(),
      schools: z.array(z.string()),
    })
    .nullable(),
});
export type DeliveryContents = z.output<typeof DeliveryContentsSchema>;

export const DeliveryScreenSchema = z.object({
  delivery: DeliveryStateSchema,
  contents: DeliveryContentsSchema,
  rows: ShownRecipientsSchema,
  page: z.number(),
  timeline: TimelineSchema,
  flash: z.array(FlashSchema),
});
