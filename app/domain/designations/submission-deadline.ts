import type { DesignationStatus } from '#app/schemas/enums.ts';

/** A year's dates for one school, in ISO 8601 in UTC (decisions, section 5). */
export interface SchoolDates {
  readonly dueAt: string | null;
  readonly correctionsDueAt: string | null;
  /** The school's extended due date; null without an extension. */
  readonly extendedDueAt: string | null;
}

/**
 * Returns until when staff may submit or, while PENDING, correct a designation. A `status` of null means not
 * started. Null if there is no deadline; a date that isn't set doesn't apply.
 */
export function submissionDeadline(status: DesignationStatus | null, dates: SchoolDates): string | null {
  switch (status) {
    case null:
    case 'STARTED':
      return laterOf(dates.dueAt, dates.extendedDueAt);
    case 'RETURNED':
      return laterOf(dates.correctionsDueAt, dates.extendedDueAt);
    case 'PENDING':
    case 'APPROVED':
    case 'REJECTED':
      return null;
  }
}

function laterOf(due: string | null, extended: string | null): string | null {
  if (due === null || extended === null) return due;
  return extended > due ? extended : due;
}
