import type { z } from 'zod';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { SearchSchema } from '#app/schemas/search.ts';

/** Client-side validation of the search page. Imports the schema, so load this module on demand. */
export const checkSearch: Check<z.output<typeof SearchSchema>> = (form) =>
  parseForm(form, { schema: SearchSchema });
