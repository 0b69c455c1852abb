import type { Step } from '#app/components/ui/step-indicator.tsx';
import type { DraftTarget } from '#app/components/designate/draft/draft.ts';
import { lockedSentence } from '#app/lib/messages/locked-designation.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

/** The steps in their order, by the last part of their address. */
const LABELS = {
  agreement: 'Agreement',
  method: 'Method',
  students: 'Students',
  review: 'Review',
  submit: 'Submitted',
};
export type DesignateStep = keyof typeof LABELS;
const STEPS = Object.keys(LABELS) as DesignateStep[];

/** The school and year that every step carries in its address. */
export interface StepTarget {
  readonly highSchoolId: string;
  readonly academicYearId: string;
}

export function targetOf({ highSchool, academicYear }: DraftTarget): StepTarget {
  return { highSchoolId: highSchool.id, academicYearId: academicYear.id };
}

export function stepPath(step: DesignateStep, { highSchoolId, academicYearId }: StepTarget): string {
  return `/designate/${step}?${new URLSearchParams({ school: highSchoolId, year: academicYearId }).toString()}`;
}

/** The agreement's address for a step that was opened without school and year: the browser's draft may know them. */
export function wantedStepPath(step: DesignateStep): string {
  return step === 'agreement' ? '/designate/agreement' : `/designate/agreement?step=${step}`;
}

/** The step that such an address asks for. */
export function wantedStep(search: string): DesignateStep {
  const wanted = new URLSearchParams(search).get('step');
  return STEPS.find((step) => step === wanted) ?? 'agreement';
}

/** The students step with the form of the student at a place open, from 1; with none open for 0. */
export function studentPath(target: StepTarget, student: number): string {
  return `${stepPath('students', target)}&student=${student}${student === 0 ? '' : `#student-${student}`}`;
}

/** The steps of the indicator and the number, from 1, of this address's step. Submitted steps have no links. */
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
 * Whether a step after the agreement may be opened (specification, section 2): method needs accepted terms, the others
 * also criteria and class size, and a locked designation has none. The browser's draft knows a PENDING one's terms.
 */
export function mayOpenStep(
  step: Exclude<DesignateStep, 'agreement'>,
  designation: Pick<DesignationAnswer, 'status' | 'acceptedTermsAndConditions' | 'criteria' | 'classSize'>,
): boolean {
  const { status, criteria, classSize } = designation;
  if (lockedSentence(status) !== null) return false;
  if (!designation.acceptedTermsAndConditions && status !== 'PENDING') return false;
  if (step === 'submit') return status === 'PENDING';
  return step === 'method' || (criteria !== null && classSize !== null);
}

/** A PENDING designation is only ever saved as a whole, and its edits live in the browser until then. */
export const PENDING_NEEDS_SCRIPTS =
  'This designation is pending review and is only saved as a whole, which needs JavaScript: switch it on to edit the designation.';

/**
 * The question before editing an existing designation (specification, section 4): for a PENDING one, and for a STARTED
 * one of someone else. Null without a question.
 */
export function takeUpQuestion(
  existing: Pick<DesignationAnswer, 'status' | 'submittedBy'>,
  userId: string,
): string | null {
  const { status, submittedBy } = existing;
  if (status === 'PENDING') {
    return 'This designation has already been submitted and is pending review. Are you sure you want to edit it?';
  }
  if (status !== 'STARTED' || submittedBy.id === userId) return null;
  return `This designation has already been started by ${submittedBy.firstName} ${submittedBy.lastName}. Are you sure you want to edit it?`;
}
