import { counted, formatNumber } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import type {
  BulkStatus,
  DecisionPlan,
  NamedDesignation,
  SkipReason,
} from '#app/schemas/designation-bulk.ts';

export const DECISION_TEXTS: Record<
  BulkStatus,
  { readonly verb: string; readonly doing: string; readonly will: string; readonly done: string }
> = {
  APPROVED: { verb: 'Approve', doing: 'Approving', will: 'will be approved', done: 'approved' },
  RETURNED: {
    verb: 'Return',
    doing: 'Returning',
    will: 'will be returned for correction',
    done: 'returned for correction',
  },
  REJECTED: { verb: 'Reject', doing: 'Rejecting', will: 'will be rejected', done: 'rejected' },
};

export const SKIPPED_LABELS: Record<SkipReason, string> = {
  STARTED: 'not yet submitted',
  PENDING: 'pending',
  RETURNED: 'already returned to the school',
  APPROVED: 'already approved',
  REJECTED: 'already rejected',
  CHANGED: 'changed in the meantime',
  LEFT_OUT: 'skipped by you',
};

/** Returns '38 designations will be approved.' */
export function previewSentence(status: BulkStatus, count: number): string {
  if (count === 0) return 'Nothing will change.';
  return `${counted(count, 'designation')} ${DECISION_TEXTS[status].will}.`;
}

/** Returns '38 designations were approved.' */
export function doneSentence(status: BulkStatus, count: number): string {
  if (count === 0) return 'Nothing was changed.';
  return `${counted(count, 'designation was', 'designations were')} ${DECISION_TEXTS[status].done}.`;
}

/** Returns the heading for the list of designations that won't change. */
export function formatSkipped(count: number): string {
  return counted(count, "designation won't change:", "designations won't change:");
}

/** Returns the heading for the list of incomplete designations; `count` is how many will change. */
export function formatIncomplete(incomplete: number, count: number): string {
  if (count === 1) return 'Its list is incomplete:';
  return counted(incomplete, 'of them has an incomplete list:', 'of them have incomplete lists:');
}

/** Returns the heading for designations with students who may also be on another school's list. */
export function formatMatched(matched: number, count: number): string {
  if (count === 1) return "A student may also be on another school's list:";
  return counted(
    matched,
    "of them has a student who may also be on another school's list:",
    "of them have students who may also be on other schools' lists:",
  );
}

/** Says that the office turned off the automatic email about a decision. */
export const NOTICE_OFF = 'No email will be sent: this automatic email is turned off.';

/** Says how many people will be emailed. */
export function emailSentence({ people, schools, bounced, isOff }: DecisionPlan['emails']): string {
  if (isOff) return NOTICE_OFF;
  if (people + bounced === 0) return "No email will be sent: there's no staff to email.";
  if (people === 0) return 'No email will be sent: email to all staff has bounced.';
  const notified = `We'll email ${counted(people, 'staff member')} at ${counted(schools, 'school')}.`;
  return bounced === 0
    ? notified
    : `${notified} We won't email ${counted(bounced, 'other person whose address', 'others whose addresses')} bounced.`;
}

/** Returns 'Aspen High School 2026, Birch High School 2026, and 3 more.' */
export function namesSentence({
  named,
  count,
}: {
  named: readonly NamedDesignation[];
  count: number;
}): string {
  const more = count - named.length;
  const names = named.map(({ name, year }) => `${name} ${year}`);
  return `${listed(more > 0 ? [...names, `${formatNumber(more)} more`] : names)}.`;
}
