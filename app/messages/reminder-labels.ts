import { counted } from '#app/lib/text/counted.ts';
import type { ReminderRule } from '#app/schemas/reminder-screens.ts';

type Days = Pick<ReminderRule, 'daysBefore'>;

/** Returns when a reminder is sent, like '7 days before the due date'. */
export function formatDays({ daysBefore }: Days): string {
  if (daysBefore === 0) return 'on the due date';
  return `${counted(daysBefore, 'day')} before the due date`;
}

/** Returns the question before a reminder is removed. */
export function removeReminderQuestion(rule: Days): string {
  return `Remove the reminder that's sent ${formatDays(rule)}? Emails that haven't been sent yet will be canceled.`;
}
