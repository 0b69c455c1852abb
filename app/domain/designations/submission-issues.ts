import { counted } from '#app/lib/text/counted.ts';
import { COMMENT_REQUIRED_MESSAGE, isCommentRequired } from '#app/schemas/designation-fields.ts';
import { designationSize } from '#app/schemas/designation-size.ts';
import type { Issue } from '#app/lib/domain-errors.ts';
import {
  CLASS_SIZE_MESSAGE,
  CRITERIA_MESSAGE,
  type DesignationAnswer,
  TERMS_MESSAGE,
} from '#app/schemas/designation.ts';
import type { Criteria } from '#app/schemas/enums.ts';
import { type StudentAnswer, StudentSchema } from '#app/schemas/student.ts';
import { neededTexts } from '#app/schemas/student-fields.ts';

/**
 * What a designation lacks to be handed in (specification, section 5; decisions, section 5); none when it is complete.
 * `stored` is as `incompleteStudents` has it: all of the students, unless told.
 */
export function submissionIssues(
  designation: DesignationAnswer,
  previousCriteria: Criteria | null,
  stored: readonly StudentAnswer[] = designation.students,
): Issue[] {
  const issues: Issue[] = [];
  if (!designation.acceptedTermsAndConditions) {
    issues.push({ path: ['acceptedTermsAndConditions'], message: TERMS_MESSAGE });
  }
  if (designation.classSize === null) issues.push({ path: ['classSize'], message: CLASS_SIZE_MESSAGE });
  if (designation.criteria === null) issues.push({ path: ['criteria'], message: CRITERIA_MESSAGE });
  issues.push(...commentIssues(designation, previousCriteria));
  if (designation.classSize !== null) {
    issues.push(...numberIssues(designation.classSize, designation.students.length));
  }
  issues.push(...incompleteStudents(designation.students, stored));
  return issues;
}

/** The comment's absence where the criteria call for one. */
export function commentIssues(
  designation: Pick<DesignationAnswer, 'criteria' | 'criteriaComment'>,
  previousCriteria: Criteria | null,
): Issue[] {
  const hasComment = (designation.criteriaComment ?? '').trim() !== '';
  return isCommentRequired(designation.criteria, previousCriteria) && !hasComment
    ? [{ path: ['criteriaComment'], message: COMMENT_REQUIRED_MESSAGE }]
    : [];
}

function numberIssues(classSize: number, listed: number): Issue[] {
  const expected = designationSize(classSize);
  if (listed === expected) return [];
  const students = counted(expected, 'student');
  return [
    {
      path: ['students'],
      message: `A class of ${classSize} needs exactly ${students}; this list has ${listed}.`,
    },
  ];
}

/**
 * What each student still lacks for a submission, under `['students', index, field]` (specification, section 5). All
 * but `stored` were just read as drafts: of those only the ones that lack a value are checked again.
 */
export function incompleteStudents(
  students: readonly StudentAnswer[],
  stored: readonly StudentAnswer[] = students,
): Issue[] {
  const unchecked = new Set(stored);
  return students.flatMap((student, index) =>
    !unchecked.has(student) && hasAllValues(student) ? [] : incompleteStudent(student, index),
  );
}

/** What the student at a position of the list still lacks. */
export function incompleteStudent(student: StudentAnswer, index: number): Issue[] {
  const parsed = StudentSchema.safeParse(student);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => ({
    path: ['students', index, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    message: issue.message,
  }));
}

/** Whether nothing is empty that a draft may leave empty and a submission may not. */
function hasAllValues(student: StudentAnswer): boolean {
  return neededTexts(student).every((text) => text !== '');
}
