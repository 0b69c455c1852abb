import { z } from 'zod';
import { COLOR_SCHEMES } from '#app/schemas/enums.ts';
import { STARTERS } from './email-starters.ts';
import { BODY_MAX, SUBJECT_MAX, TEMPLATE_NAME_MAX } from './email.ts';
import { line, multiline, requiredLine } from './fields.ts';
import { isSchedulable, readSchedule, scheduleError } from './schedule-window.ts';

/** Forms of the email template pages. Conform omits empty fields, so they default to ''. */

const name = requiredLine('Name', TEMPLATE_NAME_MAX);
const content = {
  subject: line(SUBJECT_MAX).default(''),
  body: multiline(BODY_MAX).default(''),
  richText: z.boolean().default(false),
};

export const NewEmailFormSchema = z.strictObject({ name, startWith: z.enum(STARTERS).optional() });
export type NewEmailForm = z.output<typeof NewEmailFormSchema>;

/** A one-off email is named after its date until it's renamed. */
export const OneOffEmailFormSchema = z.strictObject({
  intent: z.literal('oneOff'),
  startWith: z.enum(STARTERS).optional(),
  /** A query with the audience that was chosen before, for the send screen. */
  audience: line(4_000).default(''),
});

export const EmailFormSchema = z.strictObject({
  intent: z.literal('save'),
  version: z.number().int(),
  name,
  ...content,
});
export type EmailForm = z.output<typeof EmailFormSchema>;

export const DuplicateEmailFormSchema = z.strictObject({ intent: z.literal('duplicate') });

export const DeleteEmailFormSchema = z.strictObject({
  intent: z.literal('delete'),
  version: z.number().int(),
});

export const DeliveryActionFormSchema = z.strictObject({
  intent: z.enum(['approve', 'pause', 'resume', 'cancel', 'retry']),
});
export type DeliveryAction = z.output<typeof DeliveryActionFormSchema>['intent'];

/** The unsaved text to preview. Not strict, because the page's form has other fields. */
export const EmailPreviewFormSchema = z.object({
  ...content,
  scheme: z.enum(COLOR_SCHEMES).default('light'),
});

export const EmailCheckSchema = z.strictObject(content);

/** The intents that need the time; the others keep what was typed. */
const SENDING = ['ask', 'send'];

/** Returns the schema of the time in the form that sends an email, for the browser. The form has other fields. */
export function scheduleFormSchema(now: Date, timeZone: string) {
  return z
    .object({ intent: z.string().optional(), scheduledAt: z.string().default('') })
    .superRefine(({ intent, scheduledAt }, check) => {
      if (scheduledAt === '' || (intent !== undefined && !SENDING.includes(intent))) return;
      const { instant, error } = readSchedule(scheduledAt, timeZone);
      const isPossible = instant !== undefined && isSchedulable(new Date(instant), now);
      if (isPossible) return;
      const message = error ?? scheduleError(now, timeZone);
      check.addIssue({ code: 'custom', path: ['scheduledAt'], message });
    });
}
export type ScheduleForm = z.output<ReturnType<typeof scheduleFormSchema>>;
