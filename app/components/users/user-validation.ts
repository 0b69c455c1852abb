import { parseForm } from '#app/lib/parse-form.ts';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import { type UserForm, UserFormSchema } from '#app/schemas/user-forms.ts';

/** Client-side validation of the user form. Imports the schemas, so load this module when the form is first touched. */
export const checkUser: Check<UserForm> = (form) => parseForm(form, { schema: UserFormSchema });
