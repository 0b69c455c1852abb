import { parseForm } from '#app/lib/parse-form.ts';
import type { Check } from '#app/components/forms/use-fetched-check.ts';
import {
  type AgreementForm,
  AgreementFormSchema,
  type MethodForm,
  methodFormSchema,
  type StudentsForm,
  StudentsFormSchema,
} from '#app/schemas/designate-forms.ts';
import type { Criteria } from '#app/schemas/enums.ts';
import { StudentSchema } from '#app/schemas/student.ts';

/** What the browser checks of the steps. This module brings the schemas: load it when a form is first touched. */
export const checkAgreement: Check<AgreementForm> = (form) =>
  parseForm(form, { schema: AgreementFormSchema });

export function methodCheck(previousCriteria: Criteria | null): Check<MethodForm> {
  const schema = methodFormSchema(previousCriteria);
  return (form) => parseForm(form, { schema });
}

export const checkStudents: Check<StudentsForm> = (form) => parseForm(form, { schema: StudentsFormSchema });

/** What is wrong in one student's form, whose fields have no prefix, by their names. */
export function studentErrors(form: FormData): Record<string, string[]> {
  const submission = parseForm(form, { schema: StudentSchema });
  const errors = submission.status === 'success' ? null : submission.error;
  return Object.fromEntries(Object.entries(errors ?? {}).map(([name, found]) => [name, found ?? []]));
}
