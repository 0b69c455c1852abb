import type { Issue } from '#app/lib/domain-errors.ts';
import { type StudentAnswer, StudentSchema } from '#app/schemas/student.ts';
import { neededTexts } from '#app/schemas/student-fields.ts';

/**
 * What each student still lacks for a submission, under `['students', place, field]` (specification, section 5).
 *
 * @param stored the students whose form was not checked with this request; others have been read as drafts just now, so that all
 *   they may lack is a value, and only those that do are checked again
 */
export function incompleteStudents(
  students: readonly StudentAnswer[],
  stored: readonly StudentAnswer[] = students,
): Issue[] {
  const unchecked = new Set(stored);
  return students.flatMap((student, place) =>
    !unchecked.has(student) && hasAllValues(student) ? [] : incompleteStudent(student, place),
  );
}

/** What the student at a place of the list still lacks. */
export function incompleteStudent(student: StudentAnswer, place: number): Issue[] {
  const parsed = StudentSchema.safeParse(student);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => ({
    path: ['students', place, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    message: issue.message,
  }));
}

/** Whether nothing is empty that a draft may leave empty and a submission may not. */
function hasAllValues(student: StudentAnswer): boolean {
  return neededTexts(student).every((text) => text !== '');
}
