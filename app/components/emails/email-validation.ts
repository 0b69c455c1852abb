import { parseForm } from '#app/lib/parse-form.ts';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import { type NewEmailForm, NewEmailFormSchema } from '#app/schemas/email-forms.ts';

/** Client-side validation of a new email template. Imports the schemas, so load this module on demand. */
export const checkNewEmail: Check<NewEmailForm> = (form) => parseForm(form, { schema: NewEmailFormSchema });
