import { z } from 'zod';
import { BULK_DECISIONS_MAX, SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import type { VersionedId } from '#app/lib/versions.ts';
import { checkDecisionText } from './designation-forms.ts';
import { DECISION_REASONS, DESIGNATION_STATUSES } from './enums.ts';
import { multiline } from './fields.ts';
import { versionedIdField } from './versioned-id-field.ts';

/** What many designations can be given together. */
export const BULK_STATUSES = ['APPROVED', 'RETURNED', 'REJECTED'] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];

/** A designation at the version that was shown. */
export type ExpectedDesignation = VersionedId;

const ExpectedField = versionedIdField('Must be a designation of the list.');

/** The list's query, filter and order, for the way back and for all that match. */
const SearchField = z.string().max(4000).default('');

/** What the list sends: rows that were ticked, all rows of its page, or all that match, and what is wanted of them. */
export const SelectionFormSchema = z.strictObject({
  action: z.enum(['approve', 'return', 'download']),
  selected: z.array(ExpectedField).max(SCREEN_PAGE_SIZE).default([]),
  /** The rows of the page, with blanks between them; sent when the whole page is ticked. */
  page: z
    .string()
    .transform((text) => text.split(' '))
    .pipe(z.array(ExpectedField).max(SCREEN_PAGE_SIZE))
    .default([]),
  all: z.boolean().default(false),
  search: SearchField,
});
export type SelectionForm = z.output<typeof SelectionFormSchema>;

/** Why a designation won’t change: the status that keeps it, a change since it was shown, or the reviewer's wish. */
const StayReason = z.enum([...DESIGNATION_STATUSES, 'CHANGED', 'LEFT_OUT']);
export type StayReason = z.output<typeof StayReason>;

const NamedSchema = z.object({ id: z.string(), name: z.string(), year: z.number() });
export type NamedDesignation = z.output<typeof NamedSchema>;

const WarnedSchema = z.object({ count: z.number(), named: z.array(NamedSchema), ids: z.array(z.string()) });
export type Warned = z.output<typeof WarnedSchema>;

const SkippedSchema = z.object({ reason: StayReason, count: z.number(), named: z.array(NamedSchema) });
export type Skipped = z.output<typeof SkippedSchema>;

/** What the page that asks tells beside what it would change. */
const DisplayedSchema = z.object({
  /** How many wait for a decision and match, where that is more than are taken at once. */
  waiting: z.number().nullable(),
  skipped: z.array(SkippedSchema),
});
export type Displayed = z.output<typeof DisplayedSchema>;

const TOLD_MALFORMED = 'Must be what the page showed.';

/** The same in a form, so that a refused decision is asked about again in the same words. */
const DisplayedField = z
  .string()
  .transform((text, check) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      check.addIssue({ code: 'custom', message: TOLD_MALFORMED });
      return z.NEVER;
    }
  })
  .pipe(DisplayedSchema);

const decisionShape = {
  status: z.enum(BULK_STATUSES),
  reasons: z.array(z.enum(DECISION_REASONS)).default([]),
  note: multiline(4000).default(''),
  withoutMail: z.boolean().default(false),
};

/** The one decision for all of them, whatever they are. */
export const BulkDecisionSchema = z.strictObject(decisionShape).superRefine(checkDecisionText);
export type BulkDecision = z.output<typeof BulkDecisionSchema>;

const bulkDecision = z.strictObject({
  action: z.literal('decide'),
  ...decisionShape,
  /** A rejection of many is a command's alone. */
  status: z.enum(BULK_STATUSES).exclude(['REJECTED']),
  designations: z.array(ExpectedField).min(1).max(BULK_DECISIONS_MAX),
  /** Decide only on those without the warning. */
  leaveOutIncomplete: z.boolean().default(false),
  leaveOutMatched: z.boolean().default(false),
  displayed: DisplayedField.default({ waiting: null, skipped: [] }),
  search: SearchField,
});

/** What the page that asks sends: the designations as they were shown there, and the one decision for all of them. */
export const BulkDecisionFormSchema = bulkDecision.superRefine(checkDecisionText);
export type BulkDecisionForm = z.output<typeof BulkDecisionFormSchema>;

/** The part of it that a refused decision is asked about again. */
export const BulkSelectionSchema = bulkDecision
  .pick({ status: true, designations: true, displayed: true, search: true })
  .strip();

/** The download of chosen designations. */
export const SelectionDownloadSchema = z.strictObject({
  designations: z.array(ExpectedField).min(1).max(SCREEN_PAGE_SIZE),
});

/** What a decision on many would do. */
export const DecisionPlanSchema = DisplayedSchema.extend({
  status: z.enum(BULK_STATUSES),
  /** Each that will change, at the version that was shown. */
  designations: z.array(NamedSchema.extend({ version: z.number() })),
  /** Those that will change although they are incomplete, or although a student may be on another school's list, too. */
  incomplete: WarnedSchema,
  matched: WarnedSchema,
  /** How many would be told where; how many are not because mail to them came back; nobody where the notice is turned off. */
  mails: z.object({ people: z.number(), schools: z.number(), bounced: z.number(), isOff: z.boolean() }),
});
export type DecisionPlan = z.output<typeof DecisionPlanSchema>;

/** What a decision on many did. */
export const DecisionOutcomeSchema = z.object({
  status: z.enum(BULK_STATUSES),
  /** Each that was changed. */
  decided: z.array(NamedSchema),
  skipped: z.array(SkippedSchema),
  /** 'ID.VERSION' of each that there was no time for. */
  rest: z.array(z.string()),
});
export type DecisionOutcome = z.output<typeof DecisionOutcomeSchema>;

/** What a download of chosen designations holds. */
export const DownloadPlanSchema = z.object({
  designations: z.array(z.string()),
  students: z.number(),
  isSomeDownloaded: z.boolean(),
});
export type DownloadPlan = z.output<typeof DownloadPlanSchema>;
