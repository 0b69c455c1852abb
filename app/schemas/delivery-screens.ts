import { z } from 'zod';
import { DeliveryAnswerSchema, DeliveryRecipientSchema, RecipientSchema } from './email.ts';
import { LEFT_OUT_REASONS, REMINDER_STATES } from './enums.ts';
import { DIRECTIONS } from './listing.ts';
import { DeliveryListQuerySchema, DeliveryRecipientsQuerySchema } from './email-deliveries.ts';
import { AnsweredInstant } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { MailLogSchema } from './mail-log.ts';
import { TimelineSchema } from './timeline.ts';

const page = z.number().int().min(1).max(1_000_000).optional();

/** The address of the list's screen: the query of the call, with the page's number in place of a number of rows. */
export const DeliveryListAddressSchema = DeliveryListQuerySchema.omit({ limit: true, offset: true }).extend({
  sort: z.literal('createdAt').optional(),
  direction: z.enum(DIRECTIONS).optional(),
  page,
});

export const DeliveryListScreenSchema = z.object({
  /** Why the address's query was not understood; nothing is listed then. */
  refusal: z.string().nullable(),
  deliveries: z.array(DeliveryAnswerSchema),
  /** The emails to the addresses that are looked for, those that belong to no sending included; null where none is. */
  mails: MailLogSchema.nullable(),
  page: z.number(),
  /** Null where nothing is listed. */
  total: z.number().nullable(),
});

/** A delivery that waits for someone to approve it. */
export const AwaitingDeliverySchema = z.object({ id: z.string(), name: z.string(), recipients: z.number() });
export type AwaitingDelivery = z.output<typeof AwaitingDeliverySchema>;

/** Which recipients the details show; the history's place in the address is its own. */
export const DeliveryAddressSchema = z.object({
  email: DeliveryRecipientsQuerySchema.shape.email,
  state: DeliveryRecipientsQuerySchema.shape.state,
  page,
});

/** A page of the recipients that the address asks for, of so many. */
const ShownRecipientsSchema = z.object({
  recipients: z.array(DeliveryRecipientSchema),
  /** Those of their addresses that bounced. */
  bounced: z.array(z.string()),
  total: z.number(),
});
export type ShownRecipients = z.output<typeof ShownRecipientsSchema>;

/** How a delivery stands, with what its counts do not tell. */
export const DeliveryStateSchema = DeliveryAnswerSchema.extend({
  /** Of the emails that wait to be tried again, the one whose turn is first, and why it did not leave; null where none waits. */
  nextTry: z.object({ at: AnsweredInstant, response: z.string().nullable() }).nullable(),
});
export type DeliveryState = z.output<typeof DeliveryStateSchema>;

/** What the page asks for while emails are on their way: with `rows` the recipients that its address shows come, too. */
export const DeliveryNewsQuerySchema = DeliveryAddressSchema.extend({ rows: z.boolean().default(false) });
export const DeliveryNewsSchema = z.object({
  delivery: DeliveryStateSchema,
  rows: ShownRecipientsSchema.nullable(),
});
export type DeliveryNews = z.output<typeof DeliveryNewsSchema>;

/** Whom a delivery leaves out, and what a reminder is about. */
export const DeliveryContentsSchema = z.object({
  /** Who was off; null where that was not kept. */
  unticked: z.array(RecipientSchema.omit({ schools: true })).nullable(),
  /** How many were left out, by reason; null where that was not kept. */
  leftOut: z.array(z.object({ why: z.enum(LEFT_OUT_REASONS), people: z.number() })).nullable(),
  /** Null for what is no reminder. */
  reminder: z
    .object({
      dueAt: AnsweredInstant,
      /** Null where the rule was removed. */
      rule: z
        .object({ id: z.string(), daysBefore: z.number(), states: z.array(z.enum(REMINDER_STATES)) })
        .nullable(),
      /** By name. */
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
