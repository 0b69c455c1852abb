import { z } from 'zod';
import { LeftOutSchema, RecipientSchema } from './email.ts';
import { AudienceChoiceSchema } from './email-audience.ts';
import { type MergeField, MERGE_FIELDS } from '#app/lib/markup/merge-fields.ts';
import { LEFT_OUT_REASONS, REMINDER_STATES } from './enums.ts';
import { AccountEmail, AnsweredInstant, Uuid } from './fields.ts';

/** The screen that sends a template: its answers and its form. */

/** Long enough for every field of a choice. */
const SEARCH_MAX = 1000;
const ADDRESSES_MAX = 200_000;

const addresses = z
  .string()
  .max(ADDRESSES_MAX)
  .default('')
  .transform((text) => text.split(' ').filter((address) => address !== ''))
  .pipe(z.array(AccountEmail));

/** How a page of recipients was left: what is ticked on it, and what was decided on the others. */
export const SendFormSchema = z.strictObject({
  /** Which button was pressed: the same page or another, the question before sending, the delivery itself, once more, or a test. */
  intent: z.union([
    z.enum(['tick', 'ask', 'send', 'leaveOutSent', 'test']),
    z.string().regex(/^page [1-9]\d{0,4}$/),
  ]),
  /** The page that is shown, from 1. */
  page: z.number().int().min(1).max(99_999),
  /** The choice, as the address has it. */
  search: z.string().max(SEARCH_MAX),
  /** How many people the audience had. */
  total: z.number().int().min(0),
  /** Those on other pages who get no email. */
  except: addresses,
  /** Those on this page, and which of them are ticked. */
  shown: addresses,
  included: z.array(AccountEmail).max(500).default([]),
  /** As whom a test reads: whose message was looked at last. */
  like: AccountEmail.optional(),
  /** As the program's calendar and clock show it; at once where it is empty. */
  scheduledAt: z.string().max(40).default(''),
  /** The earlier sending to this audience that the page shows; empty where it shows none. */
  earlier: z.union([z.literal(''), Uuid]).default(''),
  /** Under which a second press sends nothing again. */
  key: Uuid,
});
export type SendForm = z.output<typeof SendFormSchema>;

/** How many people have nothing for a merge field. */
const BlankCountsSchema = z.object({ firstName: z.number(), lastName: z.number(), schools: z.number() });
export type BlankCounts = z.output<typeof BlankCountsSchema>;

/** The latest sending of the same email to the same audience. */
export const EarlierDeliverySchema = z.object({
  id: z.string(),
  createdAt: AnsweredInstant,
  /** Null for the system. */
  createdBy: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
  /** How many emails it wrote. */
  recipients: z.number(),
  /** Within the last 24 hours. */
  isRecent: z.boolean(),
});
export type EarlierDelivery = z.output<typeof EarlierDeliverySchema>;

/** A school with a later due date than the year's. */
const ExtendedSchoolSchema = z.object({ name: z.string(), dueAt: AnsweredInstant });
export type ExtendedSchool = z.output<typeof ExtendedSchoolSchema>;

/** Who of the audience is shown. */
const ShownAudienceSchema = z.object({
  choice: AudienceChoiceSchema,
  year: z.number().nullable(),
  /** How many people are in the audience, ticked or not. */
  total: z.number(),
  page: z.number(),
  people: z.array(RecipientSchema).readonly(),
  /** Of the people of the audience, those who are off. */
  except: z.array(z.string()).readonly(),
  /** Of the people on other pages, those who are ticked alone. */
  blanksElsewhere: BlankCountsSchema,
  /** The first of those left out, and how many there are by their reason. */
  leftOut: z.array(LeftOutSchema).readonly(),
  leftOutCounts: z.array(z.object({ why: z.enum(LEFT_OUT_REASONS), people: z.number() })).readonly(),
  earlier: EarlierDeliverySchema.nullable(),
  /** Of its schools; empty where submissions do not choose them. */
  extended: z.array(ExtendedSchoolSchema).readonly(),
});
export type ShownAudience = z.output<typeof ShownAudienceSchema>;

export const SendScreenSchema = z.object({
  template: z.object({
    id: z.string(),
    name: z.string(),
    subject: z.string(),
    /** The merge fields that it uses. */
    fields: z
      .array(z.custom<MergeField>((field) => typeof field === 'string' && Object.hasOwn(MERGE_FIELDS, field)))
      .readonly(),
  }),
  /** Why the template cannot be sent as it is. */
  templateErrors: z.array(z.string()).readonly(),
  years: z.array(z.object({ year: z.number(), isActive: z.boolean() })).readonly(),
  /** What is wrong with the choice, by its field; '' for what concerns none. */
  issues: z.record(z.string(), z.string()),
  /** Null until there is a choice that can be understood. */
  audience: ShownAudienceSchema.nullable(),
  /** The caller's address, for a test. */
  ownAddress: z.string(),
  key: z.string(),
});
export type SendScreen = z.output<typeof SendScreenSchema>;

/** What the form gets back when nothing was sent. */
export const SendReplySchema = z.object({
  screen: SendScreenSchema,
  scheduledAt: z.string(),
  scheduleError: z.string().nullable(),
  /** Something that was done, or why nothing was. */
  said: z.object({ tone: z.enum(['info', 'danger']), text: z.string() }).nullable(),
  /** The press that answers a question which stands on the page. */
  asks: z.literal('send').nullable(),
});
export type SendReply = z.output<typeof SendReplySchema>;

/** Which email goes to which outstanding schools. */
export const TemplateChoiceSchema = z.object({
  /** The active one; null where none is. */
  year: z.number().nullable(),
  group: z.enum(['unsubmitted', 'returned', 'all']),
  states: z.array(z.enum(REMINDER_STATES)),
  /** How many would get it. */
  people: z.number(),
  templates: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        subject: z.string(),
        /** It has no text, and cannot be sent. */
        isEmpty: z.boolean(),
      }),
    )
    .readonly(),
});
export type TemplateChoice = z.output<typeof TemplateChoiceSchema>;
