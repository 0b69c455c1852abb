import type { z } from 'zod';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { OfferPasskeyFormSchema } from '#app/schemas/passkey.ts';

/** Client-side validation of a new passkey's code and name. Imports the schemas, so load this module on demand. */
export const checkNewPasskey: Check<z.output<typeof OfferPasskeyFormSchema>> = (form) =>
  parseForm(form, { schema: OfferPasskeyFormSchema });
