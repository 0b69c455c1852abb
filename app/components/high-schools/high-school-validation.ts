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

/** The browser's checks of the schools' forms. Load it on demand, because it includes the schemas. */
export const checkSchool: Check<HighSchoolForm> = (form) => parseForm(form, { schema: HighSchoolFormSchema });

export const checkContact: Check<HighSchoolContactForm> = (form) =>
  parseForm(form, { schema: HighSchoolContactFormSchema });

export const checkNewSchool: Check<NewHighSchoolForm> = (form) =>
  parseForm(form, { schema: NewHighSchoolFormSchema });

export const checkInvite: Check<StaffInviteForm> = (form) =>
  parseForm(form, { schema: StaffInviteFormSchema });
