import { z } from 'zod';
import { ReminderRuleInputSchema } from './email.ts';
import { REMINDER_STATES, STAFF_POSITIONS } from './enums.ts';
import { ResponseInstant, Uuid } from './fields.ts';
import { FlashSchema } from './flash.ts';

const expectedVersion = z.number().int();

/** A new reminder, or a change to the one with this ID. */
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

/** The reminder being edited. */
export const ReminderPageQuerySchema = z.object({ rule: Uuid.optional().catch(undefined) });

export const ReminderRuleSchema = z.object({
  id: z.string(),
  daysBefore: z.number(),
  positions: z.enum(STAFF_POSITIONS).array(),
  states: z.enum(REMINDER_STATES).array(),
  /** `errors` says why it can't be sent. Null means the 'due soon' email. */
  template: z.object({ id: z.string(), name: z.string(), errors: z.string().array() }).nullable(),
  isAutomatic: z.boolean(),
  /** For schools without an extension; null if the year has no due date. */
  firesAt: ResponseInstant.nullable(),
  /** Saved after its time without having reminded a school: only schools with an extension receive it. */
  isMissed: z.boolean(),
  reminded: z.number(),
  /** Number of schools whose reminder awaits approval. */
  awaiting: z.number(),
  version: z.number(),
});
export type ReminderRule = z.output<typeof ReminderRuleSchema>;

export const ReminderScreenSchema = z.object({
  year: z.object({ id: z.string(), year: z.number(), dueAt: ResponseInstant.nullable() }).nullable(),
  rules: ReminderRuleSchema.array(),
  templates: z.object({ id: z.string(), name: z.string() }).array(),
  /** Whether the 'due soon' email is turned on. */
  isNoticeOn: z.boolean(),
  editing: z.string().nullable(),
  flash: FlashSchema.array(),
});
