import { parseForm } from '#app/lib/parse-form.ts';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import { type UserForm, UserFormSchema } from '#app/schemas/user-forms.ts';

/** What the browser checks of a user's form. This module brings the schemas: load it when the form is first touched. */
export const checkUser: Check<UserForm> = (form) => parseForm(form, { schema: UserFormSchema });
