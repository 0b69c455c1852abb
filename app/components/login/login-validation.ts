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

/** What the browser checks when someone signs in. This module brings the schemas: load it when a form is first touched. */
export const checkAddress: Check<LoginInput> = (form) => parseForm(form, { schema: LoginSchema });

export const checkCode: Check<LoginCodeInput> = (form) => parseForm(form, { schema: LoginCodeSchema });

/** The address is proven and not among what is sent. */
export function accountCheck(email: string): Check<CreateAccountInput> {
  return (form) => {
    form.set('email', email);
    return parseForm(form, { schema: CreateAccountSchema });
  };
}
