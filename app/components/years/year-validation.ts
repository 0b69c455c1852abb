import { parseForm } from '#app/lib/parse-form.ts';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import {
  type AddYearForm,
  AddYearFormSchema,
  type ChooseYearFields,
  type ChooseYearForm,
  ChooseYearFormSchema,
} from '#app/schemas/year-forms.ts';

/** Client-side validation of the forms on the list of years. Imports the schemas, so load this module on demand. */
export const checkNewYear: Check<AddYearForm> = (form) => parseForm(form, { schema: AddYearFormSchema });

export const checkActiveYear: Check<ChooseYearFields, ChooseYearForm> = (form) =>
  parseForm(form, { schema: ChooseYearFormSchema });
