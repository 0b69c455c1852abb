import { parseForm } from '#app/lib/parse-form.ts';
import { FUTURE_BIRTH_DATE_MESSAGE } from '#app/lib/time/age.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { errorsByField, type StudentErrors } from '#app/students/student-errors.ts';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import {
  type AgreementForm,
  AgreementFormSchema,
  type MethodForm,
  methodFormSchema,
  StudentsFormSchema,
} from '#app/schemas/designate-forms.ts';
import type { Criteria } from '#app/schemas/enums.ts';
import { DateOfBirth } from '#app/schemas/fields.ts';
import { StudentSchema } from '#app/schemas/student.ts';

/** Client-side validation of the steps. Imports the schemas, so load this module when a form is first touched. */
export const checkAgreement: Check<AgreementForm> = (form) =>
  parseForm(form, { schema: AgreementFormSchema });

export function methodCheck(previousCriteria: Criteria | null): Check<MethodForm> {
  const schema = methodFormSchema(previousCriteria);
  return (form) => parseForm(form, { schema });
}

/**
 * Returns the errors that keep a list of students from Review; null if there are none.
 * @param today latest valid date of birth, YYYY-MM-DD
 */
export function checkStudents(students: readonly DraftStudent[], today: string): StudentErrors | null {
  const { error } = StudentsFormSchema.shape.students.safeParse(students);
  const issues = (error?.issues ?? []).map(({ path, message }) => ({ path: ['students', ...path], message }));
  for (const [index, { dateOfBirth }] of students.entries()) {
    if (isInFuture(dateOfBirth, today)) {
      issues.push({ path: ['students', index, 'dateOfBirth'], message: FUTURE_BIRTH_DATE_MESSAGE });
    }
  }
  return issues.length === 0 ? null : errorsByField(issues);
}

/** Returns the errors of one student's form by field name, without a prefix. `today` as for `checkStudents`. */
export function studentErrors(form: FormData, today: string): Record<string, string[]> {
  const submission = parseForm(form, { schema: StudentSchema });
  const errors = submission.status === 'success' ? null : submission.error;
  const found = Object.entries(errors ?? {}).map(([name, messages]) => [name, messages ?? []] as const);
  const dateOfBirth = form.get('dateOfBirth');
  if (typeof dateOfBirth === 'string' && isInFuture(dateOfBirth, today)) {
    found.push(['dateOfBirth', [FUTURE_BIRTH_DATE_MESSAGE]]);
  }
  return Object.fromEntries(found);
}

function isInFuture(dateOfBirth: string, today: string): boolean {
  return DateOfBirth.safeParse(dateOfBirth).success && dateOfBirth > today;
}
