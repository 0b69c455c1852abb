import { commentIssues, incompleteStudent } from './submission-issues.ts';
import { replacedStudents, type Replacement } from '#app/domain/students/replaced-students.ts';
import { classSizeBandError, designationSize } from '#app/schemas/designation-size.ts';
import type { Issue } from '#app/lib/domain-errors.ts';
import {
  CLASS_SIZE_MESSAGE,
  type DesignationResponse,
  type DesignationPatch,
} from '#app/schemas/designation.ts';
import { METHOD_FIELDS } from '#app/schemas/designation-fields.ts';
import type { Criteria, DesignationStatus } from '#app/schemas/enums.ts';
import { pickSetFields } from '#app/schemas/field-tables.ts';

/** A designation with the patch's contents, regardless of who submits or decides. */
export interface EditedDesignation {
  readonly before: DesignationResponse;
  readonly after: DesignationResponse;
  readonly issues: readonly Issue[];
}

/** Applies a patch's class size, criteria, comment, terms, and students. Other fields stay the same. */
export function editedDesignation(
  before: DesignationResponse,
  patch: DesignationPatch,
  replacement: Omit<Replacement, 'designationId'>,
): EditedDesignation {
  const { students, issues } =
    patch.students === undefined
      ? { students: before.students, issues: [] }
      : replacedStudents(before.students, patch.students, { ...replacement, designationId: before.id });
  return {
    before,
    after: {
      ...before,
      ...pickSetFields(METHOD_FIELDS, patch),
      ...(patch.criteriaComment === '' ? { criteriaComment: null } : {}),
      acceptedTermsAndConditions: patch.acceptedTermsAndConditions ?? before.acceptedTermsAndConditions,
      students,
    },
    issues,
  };
}

/** Removes a draft's last students if its class size shrank without a new list (specification, section 5). */
export function cutToClassSize(edited: EditedDesignation, patch: DesignationPatch): EditedDesignation {
  const { classSize } = edited.after;
  if (patch.students !== undefined || classSize === null || classSize === edited.before.classSize)
    return edited;
  return {
    ...edited,
    after: { ...edited.after, students: edited.after.students.slice(0, designationSize(classSize)) },
  };
}

/**
 * Returns what an administrator's edit violates (specification, section 5): the allowed range, the comment
 * rule, and missing values of changed students unless the status is a draft. Statuses aren't restricted.
 */
export function administratorsEditIssues(
  { before, after }: EditedDesignation,
  status: DesignationStatus,
  previousCriteria: Criteria | null,
): Issue[] {
  const changesCriteria =
    after.criteria !== before.criteria || after.criteriaComment !== before.criteriaComment;
  return [
    ...bandIssues(before.classSize, after.classSize),
    ...(changesCriteria ? commentIssues(after, previousCriteria) : []),
    ...(isDraftStatus(status) ? [] : gapsInChanged(before, after)),
  ];
}

/** Returns whether a designation in this status may be incomplete (decisions, section 5). */
export function isDraftStatus(status: DesignationStatus): boolean {
  return status === 'STARTED' || status === 'RETURNED';
}

function bandIssues(current: number | null, next: number | null): Issue[] {
  if (current === null || current === next) return [];
  const message = next === null ? CLASS_SIZE_MESSAGE : classSizeBandError(current, next);
  return message === null ? [] : [{ path: ['classSize'], message }];
}

function gapsInChanged(before: DesignationResponse, after: DesignationResponse): Issue[] {
  const unchanged = new Set(before.students);
  return after.students.flatMap((student, index) =>
    unchanged.has(student) ? [] : incompleteStudent(student, index),
  );
}
