import { parseForm } from '#app/lib/parse-form.ts';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import {
  correctionFormSchema,
  type DecisionForm,
  DecisionFormSchema,
  type GeneralInformationForm,
} from '#app/schemas/designation-forms.ts';
import type { Criteria } from '#app/schemas/enums.ts';
import {
  type NewProfileForm,
  NewProfileFormSchema,
  type ProfileForm,
  ProfileFormSchema,
} from '#app/schemas/export-screens.ts';

/** Client-side validation of decisions, corrections, and export profiles. Imports the schemas, so load it on demand. */
export const checkDecision: Check<DecisionForm> = (form) => parseForm(form, { schema: DecisionFormSchema });

/** @param latest returns the stored designation as the page shows it, and the criteria of the school's previous one */
export function correctionCheck(
  latest: () => {
    readonly before: Parameters<typeof correctionFormSchema>[0];
    readonly previousCriteria: Criteria | null;
  },
): Check<GeneralInformationForm> {
  return (form) => {
    const { before, previousCriteria } = latest();
    return parseForm(form, { schema: correctionFormSchema(before, previousCriteria) });
  };
}

export const checkNewProfile: Check<NewProfileForm> = (form) =>
  parseForm(form, { schema: NewProfileFormSchema });

export const checkProfile: Check<ProfileForm> = (form) => parseForm(form, { schema: ProfileFormSchema });
