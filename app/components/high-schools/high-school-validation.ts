import { parseForm } from '#app/lib/parse-form.ts';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import {
  type HighSchoolContactForm,
  HighSchoolContactFormSchema,
  type HighSchoolForm,
  HighSchoolFormSchema,
  type NewHighSchoolForm,
  NewHighSchoolFormSchema,
  type StaffInviteForm,
  StaffInviteFormSchema,
} from '#app/schemas/high-school-forms.ts';

/** Client-side validation of the school forms. Imports the schemas, so load this module on demand. */
export const checkSchool: Check<HighSchoolForm> = (form) => parseForm(form, { schema: HighSchoolFormSchema });

export const checkContact: Check<HighSchoolContactForm> = (form) =>
  parseForm(form, { schema: HighSchoolContactFormSchema });

export const checkNewSchool: Check<NewHighSchoolForm> = (form) =>
  parseForm(form, { schema: NewHighSchoolFormSchema });

export const checkInvite: Check<StaffInviteForm> = (form) =>
  parseForm(form, { schema: StaffInviteFormSchema });
