import { incompleteStudents } from '#app/domain/students/incomplete-students.ts';
import { COMMENT_REQUIRED_MESSAGE, isCommentRequired } from '#app/lib/criteria-comment.ts';
import { designationSize } from '#app/lib/designation-size.ts';
import type { Issue } from '#app/lib/domain-errors.ts';
import {
  CLASS_SIZE_MESSAGE,
  CRITERIA_MESSAGE,
  type DesignationAnswer,
  TERMS_MESSAGE,
} from '#app/schemas/designation.ts';
import type { Criteria } from '#app/schemas/enums.ts';
import type { StudentAnswer } from '#app/schemas/student.ts';

/**
 * What a designation lacks to be handed in (specification, section 5; decisions, section 5): accepted terms, class size,
 * criteria (a class of 0 has them too), the comment where the rule asks for one, and exactly the derived number of
 * complete students. None when it is complete.
 *
 * @param stored as `incompleteStudents` has it: all of the students, unless told
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
  const students = expected === 1 ? '1 student' : `${expected} students`;
  return [
    {
      path: ['students'],
      message: `A class of ${classSize} designates exactly ${students}; this list has ${listed}.`,
    },
  ];
}
