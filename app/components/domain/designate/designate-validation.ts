import { parseForm } from '#app/lib/parse-form.ts';
import type { DraftStudent } from '#app/lib/draft.ts';
import { errorsByField, type StudentErrors } from '#app/lib/student-errors.ts';
import type { Check } from '#app/components/forms/use-fetched-check.ts';
import {
  type AgreementForm,
  AgreementFormSchema,
  type MethodForm,
  methodFormSchema,
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

/** What keeps a list of students from Review; null for one that is complete. Reads the list itself, not a form. */
export function checkStudents(students: readonly DraftStudent[]): StudentErrors | null {
  const parsed = StudentsFormSchema.shape.students.safeParse(students);
  return parsed.success
    ? null
    : errorsByField(
        parsed.error.issues.map(({ path, message }) => ({ path: ['students', ...path], message })),
      );
}

/** What is wrong in one student's form, whose fields have no prefix, by their names. */
export function studentErrors(form: FormData): Record<string, string[]> {
  const submission = parseForm(form, { schema: StudentSchema });
  const errors = submission.status === 'success' ? null : submission.error;
  return Object.fromEntries(Object.entries(errors ?? {}).map(([name, found]) => [name, found ?? []]));
}
