import { parseForm } from '#app/lib/parse-form.ts';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import {
  type EmailForm,
  EmailFormSchema,
  type NewEmailForm,
  NewEmailFormSchema,
  type ScheduleForm,
  scheduleFormSchema,
} from '#app/schemas/email-forms.ts';

/** Client-side validation of email templates and of the time to send them. Imports the schemas, so load it on demand. */
export const checkNewEmail: Check<NewEmailForm> = (form) => parseForm(form, { schema: NewEmailFormSchema });

/** The server also checks the merge fields and the MJML, while the text is typed. */
export const checkEmail: Check<EmailForm> = (form) => parseForm(form, { schema: EmailFormSchema });

export function scheduleCheck(timeZone: string): Check<ScheduleForm> {
  return (form) => parseForm(form, { schema: scheduleFormSchema(new Date(), timeZone) });
}
