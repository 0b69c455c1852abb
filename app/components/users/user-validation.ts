import { parseForm } from '#app/lib/parse-form.ts';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import { type UserForm, UserFormSchema } from '#app/schemas/user-forms.ts';
import type { z } from 'zod';
import { NewTokenFormSchema } from '#app/schemas/access-token.ts';

/** Client-side validation of the user form. Imports the schemas, so load this module when the form is first touched. */
export const checkUser: Check<UserForm> = (form) => parseForm(form, { schema: UserFormSchema });

/** Client-side validation of a new access token. Imports the schemas, so load this module on demand. */
export const checkNewToken: Check<z.output<typeof NewTokenFormSchema>> = (form) =>
  parseForm(form, { schema: NewTokenFormSchema });
