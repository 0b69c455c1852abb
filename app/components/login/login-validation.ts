import { parseForm } from '#app/lib/parse-form.ts';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import {
  type CreateAccountInput,
  CreateAccountSchema,
  type LoginCodeInput,
  LoginCodeSchema,
  type LoginInput,
  LoginSchema,
} from '#app/schemas/auth.ts';

/** Client-side validation of the sign-in forms. Imports the schemas, so load this module on demand. */
export const checkAddress: Check<LoginInput> = (form) => parseForm(form, { schema: LoginSchema });

export const checkCode: Check<LoginCodeInput> = (form) => parseForm(form, { schema: LoginCodeSchema });

/** Returns the check for creating an account, with the confirmed address, which isn't a form field. */
export function accountCheck(email: string): Check<CreateAccountInput> {
  return (form) => {
    form.set('email', email);
    return parseForm(form, { schema: CreateAccountSchema });
  };
}
