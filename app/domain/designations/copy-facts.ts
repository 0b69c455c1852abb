import { addressLines } from '#app/lib/text/address-lines.ts';
import { fieldValue, NO_VALUE } from '#app/lib/messages/field-labels.ts';
import type { CopyFact, DesignationCopy } from '#app/schemas/designation-copy.ts';
import { DESIGNATION_FIELD_LIST, type DesignationFieldName } from '#app/schemas/designation-fields.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import { STUDENT_FIELD_LIST } from '#app/schemas/student-fields.ts';
import type { StudentAnswer } from '#app/schemas/student.ts';

/** Returns the fields of a designation, in the order of their table. `texts` replaces values. */
export function designationFacts(
  designation: DesignationAnswer,
  texts: Readonly<Partial<Record<DesignationFieldName, string>>>,
): CopyFact[] {
  return DESIGNATION_FIELD_LIST.map(([name, { label }]) => ({
    term: label,
    text: texts[name] ?? printedValue(name, designation[name]),
  }));
}

/** Returns each student with all fields, in list order. */
export function studentCopies(students: readonly StudentAnswer[]): DesignationCopy['students'] {
  return students.map((student, index) => {
    const name = [student.first, student.middle, student.last].filter(Boolean).join(' ');
    return {
      id: student.id,
      heading: name === '' ? `Student ${index + 1}` : `${index + 1}. ${name}`,
      facts: [
        ...STUDENT_FIELD_LIST.map(([field, { label }]) => ({
          term: label,
          text: printedValue(field, student[field]),
        })),
        { term: 'Address', text: addressLines(student.address).filter(Boolean).join('\n') },
      ],
    };
  });
}

function printedValue(field: string, value: unknown): string {
  const text = fieldValue(field, value);
  return text === NO_VALUE ? '' : text;
}
