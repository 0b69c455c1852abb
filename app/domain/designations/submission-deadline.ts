import type { DesignationStatus } from '#app/schemas/enums.ts';

/** The dates of a year that bind one school, ISO 8601 in UTC (decisions, section 5). */
export interface SchoolDates {
  readonly dueAt: string | null;
  readonly correctionsDueAt: string | null;
  /** The school's own later date, where an administrator granted one. */
  readonly extendedDueAt: string | null;
}

/**
 * Until when staff may hand in a designation of this status (null: not started); null where no date binds. What was
 * handed in stays open to corrections while it is PENDING. A date of the year that is not set binds nobody.
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
