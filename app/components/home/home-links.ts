import type { DesignationStatus } from '#app/schemas/enums.ts';

/** Statuses in which a designation's students count: submitted and not rejected. */
export const SUBMITTED_STATUSES = [
  'PENDING',
  'RETURNED',
  'APPROVED',
] as const satisfies readonly DesignationStatus[];

/** Returns the URL of a year's designations with one of these statuses. */
export function designationsHref(yearId: string, statuses: readonly DesignationStatus[]): string {
  const search = new URLSearchParams({ academicYearId: yearId });
  for (const status of statuses) search.append('status', status);
  return `/designations?${search.toString()}`;
}
