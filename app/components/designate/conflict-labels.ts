import type { DraftMethod, DraftStudent } from '#app/lib/draft.ts';
import { METHOD_LABELS, STUDENT_LABELS, formatStudent } from '#app/lib/draft-differences.ts';
import type { Conflict } from '#app/lib/draft-merge.ts';
import type { Side } from '#app/lib/draft-merge-sides.ts';
import type { StudentField } from '#app/lib/draft-merge-student.ts';
import { criteriaLabel } from '#app/schemas/enums.ts';

const NOTHING = '(nothing)';
const NOBODY = 'no student here';

/** What a conflict is about: 'Class size', 'Student 3 (Ann Lee): phone', or 'Student 3 (Ann Lee)' as a whole. */
export function formatConflict(conflict: Conflict): string {
  if (conflict.kind === 'method') return METHOD_LABELS[conflict.name];
  const { place, field, mine, theirs } = conflict;
  const student = formatStudent(place, mine, theirs);
  return field === null ? student : `${student}: ${STUDENT_LABELS[field]}`;
}

/** What one side has there, as a person reads it. */
export function formatValue(conflict: Conflict, side: Side): string {
  if (conflict.kind === 'method') return methodValue(conflict[side], conflict.name);
  const student = conflict[side];
  if (student === undefined) return NOBODY;
  return conflict.field === null ? wholeStudent(student) : studentValue(student, conflict.field);
}

function methodValue(method: DraftMethod, field: keyof DraftMethod): string {
  const value =
    field === 'criteria' && method.criteria !== null ? criteriaLabel(method.criteria) : method[field];
  return textOf(value);
}

function studentValue(student: DraftStudent, field: StudentField): string {
  if (field === 'twin') return student.twin ? 'yes' : 'no';
  if (field !== 'address') return textOf(student[field]);
  const { address1, address2, city, state, zip5, zip4, firmName, urbanization } = student.address;
  const lines = [firmName, address1, address2, urbanization, city];
  const isBlank = [...lines, zip5, zip4].every((line) => line.trim() === '');
  const zip = zip4 === '' ? zip5 : `${zip5}-${zip4}`;
  return isBlank
    ? NOTHING
    : [...lines, `${state} ${zip}`]
        .map((line) => line.trim())
        .filter(Boolean)
        .join(', ');
}

/** Everything that was entered about a student, a line for each field. */
function wholeStudent(student: DraftStudent): string {
  const fields = Object.entries(STUDENT_LABELS).map(([field, label]) => {
    const value = studentValue(student, field as StudentField);
    return value === NOTHING || value === 'no' ? null : `${label}: ${value}`;
  });
  return fields.filter((line) => line !== null).join('\n') || NOBODY;
}

function textOf(value: string | number | null): string {
  const text = String(value ?? '').trim();
  return text === '' ? NOTHING : text;
}
