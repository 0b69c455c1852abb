/** A step of a designation, as it's named in its URL. */
export type DesignateStep = 'agreement' | 'method' | 'students' | 'review' | 'submit';

export interface StepTarget {
  readonly highSchoolId: string;
  readonly academicYearId: string;
}

/** Returns the URL of a step of designating, for a school and a year. */
export function stepPath(step: DesignateStep, { highSchoolId, academicYearId }: StepTarget): string {
  return `/designate/${step}?${new URLSearchParams({ school: highSchoolId, year: academicYearId }).toString()}`;
}
