/** A step of a designation, as it's named in its URL. */
export type DesignateStep = 'agreement' | 'method' | 'students' | 'review' | 'submit';

export interface StepTarget {
  readonly highSchoolId: string;
  readonly academicYearId: string;
}

export function stepPath(step: DesignateStep, { highSchoolId, academicYearId }: StepTarget): string {
  return `/designate/${step}?${new URLSearchParams({ school: highSchoolId, year: academicYearId }).toString()}`;
}

/** Reasons of a return that are about the method step. */
const METHOD_REASONS: readonly string[] = ['CLASS_SIZE', 'CRITERIA'];

/** Returns the URL of the step to correct for the reasons of a return: the method, unless one is about students. */
export function correctionsPath(reasons: readonly string[], target: StepTarget): string {
  const isMethod = reasons.length > 0 && reasons.every((reason) => METHOD_REASONS.includes(reason));
  return stepPath(isMethod ? 'method' : 'students', target);
}
