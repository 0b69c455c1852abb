import { isDraftStatus } from '#app/domain/designations/edited-designation.ts';
import { submissionIssues } from '#app/domain/designations/submission-issues.ts';
import type { ZipCodes } from '#app/domain/students/zip-codes.server.ts';
import { classSizeQuestion } from '#app/lib/messages/student-warning-messages.ts';
import { lookalikePairs } from '#app/lib/students/same-student.ts';
import { ageWarning } from '#app/lib/time/age.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { DesignationWarning } from '#app/schemas/designation-warnings.ts';
import type { CheckFacts } from './warning-queries.server.ts';

interface WarningContext {
  readonly facts: CheckFacts;
  readonly zipCodes: ZipCodes;
  /** The day it was last saved in the program's time zone, YYYY-MM-DD: a closed year's students don't grow too old. */
  readonly savedOn: string;
}

type OwnWarning = Exclude<DesignationWarning, 'ON_OTHER_LIST'>;

/** Returns the warnings about a designation that don't depend on other schools. A draft isn't called incomplete. */
export function ownWarnings(
  designation: DesignationAnswer,
  { facts, zipCodes, savedOn }: WarningContext,
): OwnWarning[] {
  const { classSize, status, students } = designation;
  const isWarned: Record<OwnWarning, boolean> = {
    APPROVED_BEFORE: facts.isApprovedBefore,
    LISTED_TWICE: lookalikePairs(students).length > 0,
    AGE: students.some(({ dateOfBirth }) => ageWarning(dateOfBirth, savedOn) !== null),
    INCOMPLETE: !isDraftStatus(status) && submissionIssues(designation, facts.previousCriteria).length > 0,
    CLASS_SIZE: classSizeQuestion(classSize, facts.previousClassSize) !== undefined,
    ZIP_CODE: students.some(({ address }) => zipCodes.warning(address) !== null),
  };
  return (Object.keys(isWarned) as OwnWarning[]).filter((kind) => isWarned[kind]);
}
