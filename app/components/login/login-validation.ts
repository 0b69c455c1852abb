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

/** The browser's checks of signing in. Load it on demand, because it includes the schemas. */
export const checkAddress: Check<LoginInput> = (form) => parseForm(form, { schema: LoginSchema });

export const checkCode: Check<LoginCodeInput> = (form) => parseForm(form, { schema: LoginCodeSchema });

/** The address is already confirmed and not a form field, so it is added for validation. */
export function accountCheck(email: string): Check<CreateAccountInput> {
  return (form) => {
    form.set('email', email);
    return parseForm(form, { schema: CreateAccountSchema });
  };
}
