import { z } from 'zod';
import { type AudienceTarget, AUDIENCE_LABELS, REMINDER_TARGET } from './audience-targets.ts';
import { audienceSchema, TARGET_MESSAGE } from './email-audience.ts';
import { STARTERS } from './email-starters.ts';
import { oneLine } from '#app/lib/markup/merge-fields.ts';
import {
  BOUNCE_SOURCES,
  CRITERIA,
  DESIGNATION_STATUSES,
  RECIPIENT_SKIP_REASONS,
  EMAIL_STATES,
  REMINDER_STATES,
  STAFF_POSITIONS,
  SHOWN_DELIVERY_STATUSES,
} from './enums.ts';
import {
  AccountEmail,
  ResponseInstant,
  bodyWithReadOnly,
  line,
  multiline,
  requiredLine,
  Uuid,
  WrittenInstant,
} from './fields.ts';
import { ListQueryShape } from './listing.ts';

export const TEMPLATE_NAME_MAX = 100;
export const SUBJECT_MAX = 200;
export const BODY_MAX = 200_000;
const BOUNCE_REASON_MAX = 500;
export const EXCEPT_MAX = 20_000;

const READ_ONLY = ['id', 'version', 'createdAt', 'updatedAt'];

const StartWith = z.union([z.enum(STARTERS), Uuid], {
  error: `Choose ${STARTERS.join(', ')}, or the ID of an email template.`,
});

/** A template: MJML if `richText`, else plain text (specification, section 3). */
export const EmailTemplateCreateSchema = bodyWithReadOnly(
  {
    name: requiredLine('Name', TEMPLATE_NAME_MAX),
    subject: line(SUBJECT_MAX).default(''),
    body: multiline(BODY_MAX).default(''),
    richText: z.boolean().default(false),
    /** For one occasion: the list of templates omits it. */
    isOneOff: z.boolean().default(false),
    /** A layout, or the ID of a template to copy, for the text that the request doesn't have. */
    startWith: StartWith.optional(),
  },
  READ_ONLY,
);
export type EmailTemplateCreate = z.output<typeof EmailTemplateCreateSchema>;

export const EmailTemplatePatchSchema = bodyWithReadOnly(
  {
    name: requiredLine('Name', TEMPLATE_NAME_MAX).optional(),
    subject: line(SUBJECT_MAX).optional(),
    body: multiline(BODY_MAX).optional(),
    richText: z.boolean().optional(),
  },
  [...READ_ONLY, 'isOneOff'],
);
export type EmailTemplatePatch = z.output<typeof EmailTemplatePatchSchema>;

export const EmailTemplateResponseSchema = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  richText: z.boolean(),
  isOneOff: z.boolean(),
  version: z.number(),
  createdAt: ResponseInstant,
  updatedAt: ResponseInstant,
});
export type EmailTemplateResponse = z.output<typeof EmailTemplateResponseSchema>;

/** `oneOff` lists the one-off emails instead of the templates. */
export const EmailListQuerySchema = z.strictObject({ ...ListQueryShape, oneOff: z.boolean().default(false) });
export type EmailListQuery = z.output<typeof EmailListQuerySchema>;

export const ExceptedAddresses = z.array(AccountEmail).max(EXCEPT_MAX).default([]);

/** `again` allows sending the same email to the same audience again within a minute. */
export const EmailSendSchema = audienceSchema(
  {
    except: ExceptedAddresses,
    scheduledAt: WrittenInstant.optional(),
    again: z.boolean().default(false),
  },
  TARGET_MESSAGE,
);
export type EmailSend = z.output<typeof EmailSendSchema>;

export const EmailSendResponseSchema = z.object({ sentEmails: z.number(), deliveryId: z.string() });
export type EmailSendResponse = z.output<typeof EmailSendResponseSchema>;

export const RecipientSchema = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Names of the audience's schools where the recipient is staff. */
  schools: z.array(z.string()),
});
export type Recipient = z.output<typeof RecipientSchema>;

export const SkippedPersonSchema = RecipientSchema.extend({ why: z.enum(RECIPIENT_SKIP_REASONS) });
export type SkippedPerson = z.output<typeof SkippedPersonSchema>;

export const RecipientsQuerySchema = z.strictObject({ people: z.boolean().optional() });

export const RecipientsResponseSchema = z.object({
  recipients: z.number(),
  people: z.array(RecipientSchema).optional(),
  leftOut: z.array(SkippedPersonSchema).optional(),
});
export type RecipientsResponse = z.output<typeof RecipientsResponseSchema>;

export const PreviewQuerySchema = z.strictObject({ email: AccountEmail.optional() });

/** `html` is the whole document (specification, section 3). */
export const PreviewResponseSchema = z.object({ html: z.string(), subject: z.string(), text: z.string() });
export type PreviewResponse = z.output<typeof PreviewResponseSchema>;

export const DeliveryCountsSchema = z.object({
  queued: z.number(),
  sending: z.number(),
  sent: z.number(),
  deferred: z.number(),
  failed: z.number(),
  bounced: z.number(),
  cancelled: z.number(),
});
export type DeliveryCounts = z.output<typeof DeliveryCountsSchema>;

/** The audience as it was chosen; no positions means all of them. */
export const DeliveryAudienceSchema = z.object({
  target: z.enum([...(Object.keys(AUDIENCE_LABELS) as AudienceTarget[]), REMINDER_TARGET]),
  positions: z.array(z.enum(STAFF_POSITIONS)),
  /** Null if the audience has no year. */
  year: z.number().nullable(),
  criteria: z.enum(CRITERIA).nullable(),
  status: z.enum(DESIGNATION_STATUSES).nullable(),
  /** For outstanding schools; null for other targets. */
  states: z.array(z.enum(REMINDER_STATES)).nullable(),
  /** For selected schools and people; null for other targets. */
  schoolIds: z.array(z.string()).nullable(),
  userIds: z.array(z.string()).nullable(),
});
export type DeliveryAudience = z.output<typeof DeliveryAudienceSchema>;

/** A delivery (decisions, section 6). The template's ID is null for automatic emails and deleted templates. */
export const DeliveryResponseSchema = z.object({
  id: z.string(),
  template: z.object({ id: z.string().nullable(), name: z.string() }),
  /** As written, with unfilled merge fields. */
  subject: z.string(),
  audience: DeliveryAudienceSchema,
  status: z.enum(SHOWN_DELIVERY_STATUSES),
  scheduledAt: ResponseInstant.nullable(),
  createdAt: ResponseInstant,
  finishedAt: ResponseInstant.nullable(),
  createdBy: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
  counts: DeliveryCountsSchema,
  version: z.number(),
});
export type DeliveryResponse = z.output<typeof DeliveryResponseSchema>;

/** Name and schools are from when the email was created. */
export const DeliveryRecipientSchema = RecipientSchema.extend({
  state: z.enum(EMAIL_STATES),
  attempts: z.number(),
  nextAttemptAt: ResponseInstant.nullable(),
  response: z.string().nullable(),
  sentAt: ResponseInstant.nullable(),
});
export type DeliveryRecipient = z.output<typeof DeliveryRecipientSchema>;

export const DeliveryDetailsSchema = DeliveryResponseSchema.extend({
  recipients: z.array(DeliveryRecipientSchema),
});
export type DeliveryDetails = z.output<typeof DeliveryDetailsSchema>;

/** A bounce reported by the program that reads the mailbox for bounces. */
export const BounceReportSchema = z.strictObject({
  email: z
    .string({ error: 'Enter an email address like name@example.org.' })
    .transform((email) => email.trim().replace(/^<(.*)>$/, '$1'))
    .pipe(AccountEmail),
  /** Multiline text of the bounce message; its beginning is stored as one line. */
  reason: z
    .string()
    .transform((text) => oneLine(text).trim().slice(0, BOUNCE_REASON_MAX))
    .default(''),
  messageId: line(300).optional(),
});
export type BounceReport = z.output<typeof BounceReportSchema>;

export const BouncedAddressSchema = z.object({
  address: z.string(),
  source: z.enum(BOUNCE_SOURCES),
  reason: z.string(),
  bouncedAt: ResponseInstant,
});
export type BouncedAddress = z.output<typeof BouncedAddressSchema>;

/** Reminds schools in these states some days before the due date; without a template, with the 'due soon' email. */
export const ReminderRuleInputSchema = z.strictObject({
  daysBefore: z
    .number({ error: 'Enter a whole number of days.' })
    .int('Enter a whole number of days.')
    .min(0, 'Enter 0 days or more.')
    .max(365, 'Enter 365 days or fewer.'),
  positions: z.array(z.enum(STAFF_POSITIONS)).max(20).default([]),
  states: z
    .array(z.enum(REMINDER_STATES))
    .min(1, 'Choose at least one designation status.')
    .max(REMINDER_STATES.length),
  templateId: z.guid().toLowerCase().nullable().default(null),
  isAutomatic: z.boolean().default(false),
});
export type ReminderRuleInput = z.output<typeof ReminderRuleInputSchema>;

/** Recipient data from when an email was created; the address is stored separately. */
export type RecipientValues = Omit<Recipient, 'email'>;

export type MergeValues = Readonly<Record<string, string>>;
