import type { Step } from '#app/components/ui/step-indicator.tsx';
import type { DraftTarget } from '#app/components/designate/draft/draft.ts';
import { type DesignateStep, stepPath, type StepTarget } from '#app/lib/urls/step-path.ts';
import { lockedSentence } from '#app/messages/locked-designation.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';

const LABELS: Record<DesignateStep, string> = {
  agreement: 'Agreement',
  method: 'Method',
  students: 'Students',
  review: 'Review',
  submit: 'Submitted',
};
const STEPS = Object.keys(LABELS) as DesignateStep[];

export function targetOf({ highSchool, academicYear }: DraftTarget): StepTarget {
  return { highSchoolId: highSchool.id, academicYearId: academicYear.id };
}

/** Returns the agreement's URL for a step opened without school and year, which the draft may supply. */
export function requestedStepPath(step: DesignateStep): string {
  return step === 'agreement' ? '/designate/agreement' : `/designate/agreement?step=${step}`;
}

/** Returns the step requested by a URL from `requestedStepPath`. */
export function requestedStep(search: string): DesignateStep {
  const wanted = new URLSearchParams(search).get('step');
  return STEPS.find((step) => step === wanted) ?? 'agreement';
}

/** Returns the URL of the students step with a student's form open; numbers count from 1, 0 opens none. */
export function studentPath(target: StepTarget, student: number): string {
  return `${stepPath('students', target)}&student=${student}${student === 0 ? '' : `#student-${student}`}`;
}

/** Returns the indicator's steps, and the current one's number from 1. After submission, none has a link. */
export function indicatedSteps(pathname: string, search: string): { steps: Step[]; current: number } {
  const slug = pathname.toLowerCase().split('/')[2];
  const at = Math.max(
    0,
    STEPS.findIndex((step) => step === slug),
  );
  const steps = STEPS.map((step, index) => ({
    label: LABELS[step],
    to: index < at && slug !== 'submit' ? `/designate/${step}${search}` : undefined,
  }));
  return { steps, current: at + 1 };
}

/**
 * Returns whether a step after the agreement may be opened (specification, section 2). Requires accepted
 * terms (in the draft if PENDING); after method, also criteria and class size. None opens if locked.
 */
export function mayOpenStep(
  step: Exclude<DesignateStep, 'agreement'>,
  designation: Pick<DesignationResponse, 'status' | 'acceptedTermsAndConditions' | 'criteria' | 'classSize'>,
): boolean {
  const { status, criteria, classSize } = designation;
  if (lockedSentence(status) !== null) return false;
  if (!designation.acceptedTermsAndConditions && status !== 'PENDING') return false;
  if (step === 'submit') return status === 'PENDING';
  return step === 'method' || (criteria !== null && classSize !== null);
}

/** A PENDING designation is only saved as a whole. Until then, its edits exist only in the browser. */
export const PENDING_NEEDS_SCRIPTS = 'This designation is pending review. To edit it, turn on JavaScript.';

/**
 * Returns the question to ask before editing an existing designation (specification, section 4): a PENDING
 * one, or someone else's STARTED one. Null if no question is needed.
 */
export function resumeQuestion(
  existing: Pick<DesignationResponse, 'status' | 'submittedBy'>,
  userId: string,
): string | null {
  const { status, submittedBy } = existing;
  if (status === 'PENDING') {
    return 'This designation has already been submitted and is pending review. Are you sure you want to edit it?';
  }
  if (status !== 'STARTED' || submittedBy.id === userId) return null;
  return `${submittedBy.firstName} ${submittedBy.lastName} has already started this designation. Are you sure you want to edit it?`;
}
