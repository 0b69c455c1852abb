import { addressLines } from '#app/lib/text/address-lines.ts';
import { fieldValue, isEmptyValue } from '#app/messages/field-labels.ts';
import { studentFullName } from '#app/students/student-labels.ts';
import type { CopyFact, DesignationCopy } from '#app/schemas/designation-copy.ts';
import { DESIGNATION_FIELD_LIST, type DesignationFieldName } from '#app/schemas/designation-fields.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { STUDENT_FIELD_LIST } from '#app/schemas/student-fields.ts';
import type { StudentResponse } from '#app/schemas/student.ts';

/** What a reviewer adds to a designation. */
const DECISION_LABELS: Readonly<Partial<Record<DesignationFieldName, string>>> = {
  note: "Reviewer's note",
  reasons: "Reviewer's reasons",
};

/**
 * Returns the fields of a designation, in the order of their table, with the reviewer's after a decision. `texts`
 * replaces values.
 */
export function printedFacts(
  designation: DesignationResponse,
  texts: Readonly<Partial<Record<DesignationFieldName, string>>>,
): CopyFact[] {
  const fields = DESIGNATION_FIELD_LIST.filter(
    ([name]) => DECISION_LABELS[name] === undefined || hasDecision(designation),
  );
  return fields.map(([name, { label }]) => ({
    term: DECISION_LABELS[name] ?? label,
    text: texts[name] ?? printedValue(name, designation[name]),
  }));
}

/** Returns whether there is a decision. A designation that was returned and submitted again keeps its reasons. */
function hasDecision({ status, note, reasons }: DesignationResponse): boolean {
  return status !== 'PENDING' || !isEmptyValue(note) || !isEmptyValue(reasons);
}

/** Returns each student with all fields, in list order. */
export function studentCopies(students: readonly StudentResponse[]): DesignationCopy['students'] {
  return students.map((student, index) => {
    const name = studentFullName(student);
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
  return isEmptyValue(value) ? '' : fieldValue(field, value);
}
