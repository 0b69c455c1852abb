import { z } from 'zod';
import { BULK_DECISIONS_MAX, SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import type { VersionedId } from '#app/lib/versions.ts';
import { checkDecisionText } from './designation-forms.ts';
import { DECISION_REASONS, DESIGNATION_STATUSES } from './enums.ts';
import { jsonField, multiline, versionedIdField } from './fields.ts';

export const BULK_STATUSES = ['APPROVED', 'RETURNED', 'REJECTED'] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];

export type ExpectedDesignation = VersionedId;

const ExpectedField = versionedIdField('Must be a designation in the list.');

/** The list's query (filter and order), for the link back and to select all matches. */
const SearchField = z.string().max(4000).default('');

export const SelectionFormSchema = z.strictObject({
  action: z.enum(['approve', 'return', 'reject', 'download']),
  selected: z.array(ExpectedField).max(SCREEN_PAGE_SIZE).default([]),
  /** Rows of the page separated by spaces; sent if the whole page is selected. */
  page: z
    .string()
    .transform((text) => text.split(' '))
    .pipe(z.array(ExpectedField).max(SCREEN_PAGE_SIZE))
    .default([]),
  all: z.boolean().default(false),
  search: SearchField,
});
export type SelectionForm = z.output<typeof SelectionFormSchema>;

const SkipReason = z.enum([...DESIGNATION_STATUSES, 'CHANGED', 'LEFT_OUT']);
export type SkipReason = z.output<typeof SkipReason>;

const NamedSchema = z.object({ id: z.string(), name: z.string(), year: z.number() });
export type NamedDesignation = z.output<typeof NamedSchema>;

const WarnedSchema = z.object({ count: z.number(), named: z.array(NamedSchema), ids: z.array(z.string()) });
export type Warned = z.output<typeof WarnedSchema>;

const SkippedSchema = z.object({ reason: SkipReason, count: z.number(), named: z.array(NamedSchema) });
export type Skipped = z.output<typeof SkippedSchema>;

const DisplayedSchema = z.object({
  /** How many matches await a decision, if there are more than one bulk decision may include. */
  waiting: z.number().nullable(),
  skipped: z.array(SkippedSchema),
});
export type Displayed = z.output<typeof DisplayedSchema>;

const MALFORMED_MESSAGE = 'This list was changed. Reload the page and try again.';

/** The designations displayed, as JSON in a form, to show a rejected decision again unchanged. */
const DisplayedField = jsonField(DisplayedSchema, MALFORMED_MESSAGE);

const decisionShape = {
  status: z.enum(BULK_STATUSES),
  reasons: z.array(z.enum(DECISION_REASONS)).max(DECISION_REASONS.length).default([]),
  note: multiline(4000).default(''),
  withoutEmail: z.boolean().default(false),
};

export const BulkDecisionSchema = z.strictObject(decisionShape).superRefine(checkDecisionText);
export type BulkDecision = z.output<typeof BulkDecisionSchema>;

const bulkDecision = z.strictObject({
  action: z.literal('decide'),
  ...decisionShape,
  designations: z.array(ExpectedField).min(1).max(BULK_DECISIONS_MAX),
  /** Skips designations with the warning. */
  leaveOutIncomplete: z.boolean().default(false),
  leaveOutMatched: z.boolean().default(false),
  displayed: DisplayedField.default({ waiting: null, skipped: [] }),
  /** Decided by earlier parts of the same decision, to be undone together. */
  earlier: z.array(ExpectedField).max(BULK_DECISIONS_MAX).default([]),
  search: SearchField,
});

/** The confirmation page's form: the designations as shown there, and one decision for all. */
export const BulkDecisionFormSchema = bulkDecision.superRefine(checkDecisionText);
export type BulkDecisionForm = z.output<typeof BulkDecisionFormSchema>;

/** The part needed to show a rejected decision again. */
export const BulkSelectionSchema = bulkDecision
  .pick({ status: true, designations: true, displayed: true, search: true })
  .strip();

/** The form of a bulk decision's Undo. */
export const BulkUndoFormSchema = z.strictObject({
  action: z.literal('undo'),
  designations: z.array(ExpectedField).min(1).max(BULK_DECISIONS_MAX),
  search: SearchField,
});

export const SelectionDownloadSchema = z.strictObject({
  designations: z.array(ExpectedField).min(1).max(SCREEN_PAGE_SIZE),
});

export const DecisionPlanSchema = DisplayedSchema.extend({
  status: z.enum(BULK_STATUSES),
  designations: z.array(NamedSchema.extend({ version: z.number() })),
  /** Those that will change although incomplete, or although a student may be on another school's list. */
  incomplete: WarnedSchema,
  matched: WarnedSchema,
  /** Emails to send; `bounced` people are skipped, and `isOff` means that this email is turned off. */
  emails: z.object({ people: z.number(), schools: z.number(), bounced: z.number(), isOff: z.boolean() }),
});
export type DecisionPlan = z.output<typeof DecisionPlanSchema>;

export const DecisionOutcomeSchema = z.object({
  status: z.enum(BULK_STATUSES),
  decided: z.array(NamedSchema),
  skipped: z.array(SkippedSchema),
  /** 'ID.VERSION' of each designation that was left when time ran out. */
  rest: z.array(z.string()),
});
export type DecisionOutcome = z.output<typeof DecisionOutcomeSchema>;

export const DownloadPlanSchema = z.object({
  designations: z.array(z.string()),
  students: z.number(),
  isSomeDownloaded: z.boolean(),
});
export type DownloadPlan = z.output<typeof DownloadPlanSchema>;
