import type { z } from 'zod';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { NewTokenFormSchema } from '#app/schemas/access-token.ts';

/** Client-side validation of a new access token. Imports the schemas, so load this module on demand. */
export const checkNewToken: Check<z.output<typeof NewTokenFormSchema>> = (form) =>
  parseForm(form, { schema: NewTokenFormSchema });
