import type { ConformField } from '#app/components/forms/field-parts.ts';
import type { DraftStudent } from '#app/lib/students/draft-students.ts';
import { STUDENT_CONSTRAINT } from '#app/schemas/student-constraint.ts';

type Address = DraftStudent['address'];

export type StudentFieldName = Exclude<keyof DraftStudent, 'address'> | `address.${keyof Address}`;

/**
 * A field of a student's form with conform's name and ID. Conform itself would parse the whole form at each keystroke.
 */
export function studentField(
  { formId, index, student }: { formId: string; index: number; student: DraftStudent },
  name: StudentFieldName,
): ConformField {
  const fullName = `students[${index}].${name}`;
  const id = `${formId}-${fullName}`;
  const value = valueOf(student, name);
  return {
    id,
    name: fullName,
    formId,
    key: undefined,
    errorId: `${id}-error`,
    descriptionId: `${id}-description`,
    defaultValue: typeof value === 'string' ? value : undefined,
    defaultOptions: undefined,
    defaultChecked: value === true,
    errors: undefined,
    required: `students[].${name}` in STUDENT_CONSTRAINT,
  };
}

function valueOf(
  { address, ...student }: DraftStudent,
  name: StudentFieldName,
): string | boolean | undefined {
  const values: Readonly<Record<string, string | boolean | undefined>> = {
    ...student,
    ...Object.fromEntries(Object.entries(address).map(([part, value]) => [`address.${part}`, value])),
  };
  return values[name];
}
