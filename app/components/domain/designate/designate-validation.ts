import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
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

/** What the browser checks before it asks the server. This module brings the schemas: load it when a form is first touched. */
export type Check<Fields> = (form: FormData) => Submission<Fields, string[], Fields>;

export const checkAgreement: Check<AgreementForm> = (form) =>
  parseWithZod(form, { schema: AgreementFormSchema });

export function methodCheck(previousCriteria: Criteria | null): Check<MethodForm> {
  const schema = methodFormSchema(previousCriteria);
  return (form) => parseWithZod(form, { schema });
}

export const checkStudents: Check<StudentsForm> = (form) =>
  parseWithZod(form, { schema: StudentsFormSchema });

/** What is wrong in one student's form, whose fields have no prefix, by their names. */
export function studentErrors(form: FormData): Record<string, string[]> {
  const submission = parseWithZod(form, { schema: StudentSchema });
  const errors = submission.status === 'success' ? null : submission.error;
  return Object.fromEntries(Object.entries(errors ?? {}).map(([name, found]) => [name, found ?? []]));
}
