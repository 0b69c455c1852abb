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

/** What the browser checks of the schools' forms. This module brings the schemas: load it when a form is first touched. */
export const checkSchool: Check<HighSchoolForm> = (form) => parseForm(form, { schema: HighSchoolFormSchema });

export const checkContact: Check<HighSchoolContactForm> = (form) =>
  parseForm(form, { schema: HighSchoolContactFormSchema });

export const checkNewSchool: Check<NewHighSchoolForm> = (form) =>
  parseForm(form, { schema: NewHighSchoolFormSchema });

export const checkInvite: Check<StaffInviteForm> = (form) =>
  parseForm(form, { schema: StaffInviteFormSchema });
