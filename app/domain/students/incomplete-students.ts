import type { Issue } from '#app/lib/domain-errors.ts';
import { type StudentAnswer, StudentSchema } from '#app/schemas/student.ts';

/** What each student still lacks for a submission, under `['students', place, field]` (specification, section 5). */
export function incompleteStudents(students: readonly StudentAnswer[]): Issue[] {
  return students.flatMap((student, place) => incompleteStudent(student, place));
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
