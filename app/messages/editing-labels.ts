import { plural } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import { formatInZone, timeInZone, zonedDay } from '#app/lib/time/zoned-time.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

interface Person {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

interface Change {
  readonly at: string;
  readonly by: Person | null;
}

/** Source of the reader's own change if it isn't this tab. */
export const ELSEWHERE = 'in another tab or on another device';

/** Returns '2:02 PM AKST' for today, with the date for any other day. */
function formatMoment(iso: string, { today, timeZone }: Reader): string {
  return zonedDay(new Date(iso), timeZone) === today
    ? `at ${timeInZone(iso, timeZone)}`
    : `on ${formatInZone(iso, timeZone)}`;
}

type ChangeVerb = 'changed' | 'submitted' | 'approved' | 'returned' | 'rejected';

/** Returns 'Kim Lee changed this designation at 2:03 PM AKST', or 'You changed …' if it was the reader. */
export function formatLastChange(
  change: Change | null,
  reader: Reader,
  verb: ChangeVerb = 'changed',
): string {
  if (change?.by == null) return `Someone else ${verb} this designation in the meantime`;
  const at = formatMoment(change.at, reader);
  return change.by.id === reader.userId
    ? `You ${verb} this designation ${ELSEWHERE} ${at}`
    : `${fullName(change.by)} ${verb} this designation ${at}`;
}

/** Describes changes merged from someone else: "Updated with Kim Lee's changes from 2:03 PM AKST: Comment." */
export function formatIncoming(
  change: Change | null,
  reader: Reader,
  differences: readonly string[],
): string {
  const where = differences.length === 0 ? '' : `: ${differences.join('; ')}`;
  if (change?.by == null) return `Updated with changes saved in the meantime${where}.`;
  const at = formatMoment(change.at, reader);
  return change.by.id === reader.userId
    ? `Updated with the changes you made ${ELSEWHERE} ${at}${where}.`
    : `Updated with the changes ${fullName(change.by)} made ${at}${where}.`;
}

/** Returns the label of the other value: "Kim Lee's", 'Your other tab or device', or "Someone else's". */
export function formatOtherSide(change: Change | null, reader: Reader): string {
  if (change?.by == null) return "Someone else's";
  return change.by.id === reader.userId ? 'Your other tab or device' : `${fullName(change.by)}'s`;
}

/** Says that two people, or the reader in two tabs, changed the same fields. */
export function formatBothChanged(change: Change | null, reader: Reader): string {
  return change?.by?.id === reader.userId
    ? `You changed the items below both here and ${ELSEWHERE}`
    : 'You both changed the items below';
}

/** `today` is YYYY-MM-DD. */
export interface Reader {
  readonly userId: string;
  readonly today: string;
  readonly timeZone: string;
}

const DECISION_VERBS: Partial<Record<DesignationStatus, ChangeVerb>> = {
  APPROVED: 'approved',
  RETURNED: 'returned',
  REJECTED: 'rejected',
};

interface DesignationState {
  readonly version: number;
  readonly status: DesignationStatus;
}

/**
 * Returns 'Kim Lee approved this designation at 2:03 PM AKST.' if the stored designation is newer than the one on the
 * page; null if it isn't.
 */
export function formatNewerState(
  stored: DesignationState & { readonly changed: Change | null },
  shown: DesignationState,
  reader: Reader,
): string | null {
  if (stored.version <= shown.version) return null;
  const verb = stored.status === shown.status ? 'changed' : DECISION_VERBS[stored.status];
  return `${formatLastChange(stored.changed, reader, verb)}.`;
}

/** Returns 'Kim Lee is reviewing this designation.'; null if no one else is. */
export function formatReviewers(reviewers: readonly Person[]): string | null {
  if (reviewers.length === 0) return null;
  return `${listed(reviewers.map(fullName))} ${plural(reviewers.length, 'is', 'are')} reviewing this designation.`;
}

/** Returns 'Kim Lee is also editing this designation.'; null if no one else is. */
export function formatColleagues(colleagues: readonly Person[]): string | null {
  if (colleagues.length === 0) return null;
  const names = listed(colleagues.map(fullName));
  return `${names} ${plural(colleagues.length, 'is', 'are')} also editing this designation.`;
}
