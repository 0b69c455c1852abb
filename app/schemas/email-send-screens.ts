import { z } from 'zod';
import { EXCEPT_MAX, SkippedPersonSchema, RecipientSchema } from './email.ts';
import { AudienceChoiceSchema } from './email-audience.ts';
import { type MergeField, MERGE_FIELDS } from '#app/lib/markup/merge-fields.ts';
import { RECIPIENT_SKIP_REASONS, REMINDER_STATES } from './enums.ts';
import { AccountEmail, ResponseInstant, Uuid } from './fields.ts';

/** Enough for `SELECTED_MAX` schools and people. */
const SEARCH_MAX = 6000;
const ADDRESSES_MAX = 200_000;

const addresses = z
  .string()
  .max(ADDRESSES_MAX)
  .default('')
  .transform((text) => text.split(' ').filter((address) => address !== ''))
  .pipe(z.array(AccountEmail).max(EXCEPT_MAX));

/** State of a page of recipients: who is selected on it, and who was unselected on other pages. */
export const SendFormSchema = z.strictObject({
  /** The button: update the page, show another, ask before sending, send, skip earlier recipients, or send a test. */
  intent: z.union([
    z.enum(['tick', 'ask', 'send', 'leaveOutSent', 'test']),
    z.string().regex(/^page [1-9]\d{0,4}$/),
  ]),
  /** The page shown, from 1. */
  page: z.number().int().min(1).max(99_999),
  /** The audience as a query string. */
  search: z.string().max(SEARCH_MAX),
  total: z.number().int().min(0),
  /** Recipients on other pages who aren't selected. */
  except: addresses,
  /** Recipients on this page; those selected are in `included`. */
  shown: addresses,
  included: z.array(AccountEmail).max(500).default([]),
  /** Recipient whose values a test email uses. */
  like: AccountEmail.optional(),
  /** Local time in the program's time zone; empty to send immediately. */
  scheduledAt: z.string().max(40).default(''),
  /** ID of the earlier delivery to this audience that the page shows; empty if none. */
  earlier: z.union([z.literal(''), Uuid]).default(''),
  /** Idempotency key: submitting it again sends nothing. */
  key: Uuid,
});
export type SendForm = z.output<typeof SendFormSchema>;

const BlankCountsSchema = z.object({ firstName: z.number(), lastName: z.number(), schools: z.number() });
export type BlankCounts = z.output<typeof BlankCountsSchema>;

/** The latest delivery of the same email to the same audience. */
export const EarlierDeliverySchema = z.object({
  id: z.string(),
  createdAt: ResponseInstant,
  /** Null for the system. */
  createdBy: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
  recipients: z.number(),
  /** Within the last 24 hours. */
  isRecent: z.boolean(),
});
export type EarlierDelivery = z.output<typeof EarlierDeliverySchema>;

export const ExtendedSchoolSchema = z.object({ name: z.string(), dueAt: ResponseInstant });
export type ExtendedSchool = z.output<typeof ExtendedSchoolSchema>;

const ShownAudienceSchema = z.object({
  choice: AudienceChoiceSchema,
  year: z.number().nullable(),
  total: z.number(),
  /** Schools of the audience that these people work at. */
  schoolCount: z.number(),
  page: z.number(),
  people: z.array(RecipientSchema).readonly(),
  /** Addresses of the audience that aren't selected. */
  except: z.array(z.string()).readonly(),
  /** For selected people on other pages. */
  blanksElsewhere: BlankCountsSchema,
  /** The first skipped people; the counts by reason include all of them. */
  leftOut: z.array(SkippedPersonSchema).readonly(),
  leftOutCounts: z.array(z.object({ why: z.enum(RECIPIENT_SKIP_REASONS), people: z.number() })).readonly(),
  earlier: EarlierDeliverySchema.nullable(),
  /** Its schools with an extension; empty unless the audience depends on submissions. */
  extended: z.array(ExtendedSchoolSchema).readonly(),
});
export type ShownAudience = z.output<typeof ShownAudienceSchema>;

const RecipientChoiceSchema = z.object({ id: z.string(), name: z.string(), detail: z.string() });
export type RecipientChoice = z.output<typeof RecipientChoiceSchema>;

/** The selected schools and people, and the first ones that match the text. */
export const RecipientSelectionSchema = z.object({
  find: z.string(),
  schools: z.array(RecipientChoiceSchema),
  people: z.array(RecipientChoiceSchema),
  foundSchools: z.array(RecipientChoiceSchema),
  foundPeople: z.array(RecipientChoiceSchema),
});
export type RecipientSelection = z.output<typeof RecipientSelectionSchema>;

export const SendScreenSchema = z.object({
  template: z.object({
    id: z.string(),
    name: z.string(),
    subject: z.string(),
    fields: z
      .array(z.custom<MergeField>((field) => typeof field === 'string' && Object.hasOwn(MERGE_FIELDS, field)))
      .readonly(),
  }),
  templateErrors: z.array(z.string()).readonly(),
  years: z.array(z.object({ year: z.number(), isActive: z.boolean() })).readonly(),
  /** Null unless the audience is selected one by one. */
  selection: RecipientSelectionSchema.nullable(),
  /** Errors by the audience's field; '' for general ones. */
  issues: z.record(z.string(), z.string()),
  /** Null until the audience is valid. */
  audience: ShownAudienceSchema.nullable(),
  ownAddress: z.string(),
  key: z.string(),
});
export type SendScreen = z.output<typeof SendScreenSchema>;

export const SendReplySchema = z.object({
  screen: SendScreenSchema,
  scheduledAt: z.string(),
  scheduleError: z.string().nullable(),
  message: z.object({ tone: z.enum(['info', 'danger']), text: z.string() }).nullable(),
  /** The button that confirms the question on the page. */
  asks: z.literal('send').nullable(),
});
export type SendReply = z.output<typeof SendReplySchema>;

const OutstandingGroup = z.enum(['unsubmitted', 'returned', 'all']);

/** Group of outstanding schools; invalid values become the first. */
export const OutstandingGroupQuerySchema = z.object({
  group: OutstandingGroup.catch('unsubmitted').default('unsubmitted'),
});

export const TemplateChoiceSchema = z.object({
  year: z.number().nullable(),
  group: OutstandingGroup,
  states: z.array(z.enum(REMINDER_STATES)),
  /** The schools to email instead of the outstanding ones; empty by default. */
  schools: z.array(RecipientChoiceSchema),
  people: z.number(),
  templates: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        subject: z.string(),
        /** An email without text can't be sent. */
        isEmpty: z.boolean(),
      }),
    )
    .readonly(),
});
export type TemplateChoice = z.output<typeof TemplateChoiceSchema>;
