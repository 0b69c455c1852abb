import type { z } from 'zod';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { NewViewFormSchema, RenameViewFormSchema } from '#app/schemas/saved-view.ts';

/** Client-side validation of saved views. Imports the schemas, so load this module on demand. */
export const checkNewView: Check<z.output<typeof NewViewFormSchema>> = (form) =>
  parseForm(form, { schema: NewViewFormSchema });

export const checkRenamedView: Check<z.output<typeof RenameViewFormSchema>> = (form) =>
  parseForm(form, { schema: RenameViewFormSchema });
