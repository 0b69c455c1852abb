import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import { COMMENT_REQUIRED_MESSAGE, isCommentRequired } from '#app/schemas/designation-fields.ts';
import { designationSize } from '#app/schemas/designation-size.ts';
import type { Issue } from '#app/lib/domain-errors.ts';
import {
  CLASS_SIZE_MESSAGE,
  CRITERIA_MESSAGE,
  type DesignationResponse,
  TERMS_MESSAGE,
} from '#app/schemas/designation.ts';
import type { Criteria } from '#app/schemas/enums.ts';
import { type StudentResponse, StudentSchema } from '#app/schemas/student.ts';
import { neededTexts } from '#app/schemas/student-fields.ts';

/**
 * Returns what a submission still requires (specification, section 5; decisions, section 5).
 * `stored` is passed to `incompleteStudents` and defaults to all students.
 */
export function submissionIssues(
  designation: DesignationResponse,
  previousCriteria: Criteria | null,
  stored: readonly StudentResponse[] = designation.students,
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

/** Returns an issue if the criteria require a comment and there is none. */
export function commentIssues(
  designation: Pick<DesignationResponse, 'criteria' | 'criteriaComment'>,
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
  return [
    {
      path: ['students'],
      message: DESIGNATION_MESSAGES.numberOfStudents(classSize, expected, listed),
    },
  ];
}

/**
 * Returns what each student lacks for a submission, under `['students', index, field]` (specification,
 * section 5). Students outside `stored` were already validated as drafts, so only missing values matter.
 */
export function incompleteStudents(
  students: readonly StudentResponse[],
  stored: readonly StudentResponse[] = students,
): Issue[] {
  const unchecked = new Set(stored);
  return students.flatMap((student, index) =>
    !unchecked.has(student) && hasAllValues(student) ? [] : incompleteStudent(student, index),
  );
}

/** Returns what the student at an index still lacks. */
export function incompleteStudent(student: StudentResponse, index: number): Issue[] {
  const parsed = StudentSchema.safeParse(student);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => ({
    path: ['students', index, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    message: issue.message,
  }));
}

/** Returns whether all values that only a draft may omit are present. */
function hasAllValues(student: StudentResponse): boolean {
  return neededTexts(student).every((text) => text !== '');
}
