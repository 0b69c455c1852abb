import { z } from 'zod';
import { ReminderRuleInputSchema } from './email.ts';
import { REMINDER_STATES, STAFF_POSITIONS } from './enums.ts';
import { AnsweredInstant, Uuid } from './fields.ts';
import { FlashSchema } from './flash.ts';

const expectedVersion = z.number().int();

/** A new reminder, or a change of the one with this id at the version that was seen. */
export const ReminderFormSchema = ReminderRuleInputSchema.extend({
  intent: z.enum(['add', 'change']),
  id: Uuid.optional(),
  version: expectedVersion.optional(),
});
export type ReminderFields = z.output<typeof ReminderFormSchema>;

export const RemoveReminderFormSchema = z.strictObject({
  intent: z.literal('remove'),
  id: Uuid,
  version: expectedVersion,
});

/** The page's address: which reminder is being changed. */
export const ReminderAddressSchema = z.object({ rule: Uuid.optional().catch(undefined) });

export const ReminderRuleSchema = z.object({
  id: z.string(),
  daysBefore: z.number(),
  positions: z.enum(STAFF_POSITIONS).array(),
  states: z.enum(REMINDER_STATES).array(),
  /** With why it cannot be sent as it is; no errors where it can. Null: the notice. */
  template: z.object({ id: z.string(), name: z.string(), errors: z.string().array() }).nullable(),
  isAutomatic: z.boolean(),
  /** When it is due for schools without a date of their own; null where the year has no due date. */
  firesAt: AnsweredInstant.nullable(),
  /** It has reminded nobody, and that moment had passed when it was saved: only schools with a later date of their own will get it. */
  isMissed: z.boolean(),
  /** How many schools an email of it has left for. */
  reminded: z.number(),
  /** How many schools' emails wait for approval. */
  awaiting: z.number(),
  version: z.number(),
});
export type ReminderRule = z.output<typeof ReminderRuleSchema>;

export const ReminderScreenSchema = z.object({
  year: z.object({ id: z.string(), year: z.number(), dueAt: AnsweredInstant.nullable() }).nullable(),
  rules: ReminderRuleSchema.array(),
  templates: z.object({ id: z.string(), name: z.string() }).array(),
  /** Whether reminders without an email of their own are sent. */
  isNoticeOn: z.boolean(),
  editing: z.string().nullable(),
  flash: FlashSchema.array(),
});
