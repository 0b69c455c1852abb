import { counted, formatNumber } from '#app/lib/text/counted.ts';
import { AUDIENCE_LABELS, REMINDER_TARGET } from '#app/schemas/audience-targets.ts';
import type { DeliveryContents } from '#app/schemas/delivery-screens.ts';
import type { DeliveryAudience } from '#app/schemas/email.ts';
import {
  ALL_POSITIONS_LABEL,
  criteriaLabel,
  DESIGNATION_STATUS_LABELS,
  RECIPIENT_SKIP_LABELS,
  REMINDER_STATES,
  type ReminderState,
  SCHOOL_STATE_LABELS,
  STAFF_POSITION_LABELS,
} from '#app/schemas/enums.ts';

const WITHOUT_YEAR: readonly DeliveryAudience['target'][] = ['ADMINS', 'PENDING_USERS'];

/** Returns the audience in one line: 'High schools with a designation, Pending, 2027, Principal'. */
export function audienceLine(audience: DeliveryAudience): string {
  const { target, status, states, criteria, year, positions } = audience;
  return [
    formatTarget(audience),
    ...(status === null ? [] : [DESIGNATION_STATUS_LABELS[status]]),
    ...(states === null ? [] : [formatStates(states)]),
    ...selectedCounts(audience),
    ...(criteria === null ? [] : [criteriaLabel(criteria)]),
    ...(year === null || WITHOUT_YEAR.includes(target) ? [] : [String(year)]),
    ...(positions.length === 0 ? [] : [formatPositions(audience)]),
  ].join(', ');
}

export function formatTarget({ target }: Pick<DeliveryAudience, 'target'>): string {
  return target === REMINDER_TARGET ? 'High schools with a reminder due' : AUDIENCE_LABELS[target];
}

/** Returns ['2 schools', '1 person']; empty unless schools or people were selected. */
export function selectedCounts({
  schoolIds,
  userIds,
}: {
  schoolIds?: readonly string[] | null;
  userIds?: readonly string[] | null;
}): string[] {
  const schools = new Set(schoolIds ?? []).size;
  const people = new Set(userIds ?? []).size;
  return [
    ...(schools === 0 ? [] : [counted(schools, 'school')]),
    ...(people === 0 ? [] : [counted(people, 'person', 'people')]),
  ];
}

/** Returns 'Principal, Counselor', or 'All staff' if no position is selected. */
export function formatPositions({ positions }: Pick<DeliveryAudience, 'positions'>): string {
  return positions.length === 0
    ? ALL_POSITIONS_LABEL
    : positions.map((position) => STAFF_POSITION_LABELS[position]).join(', ');
}

/** Returns 'Not started, Started', in the order of `REMINDER_STATES`. */
export function formatStates(states: readonly ReminderState[]): string {
  return REMINDER_STATES.filter((state) => states.includes(state))
    .map((state) => SCHOOL_STATE_LABELS[state])
    .join(', ');
}

/** Returns '7 days before the due date (designation: Not started, Started)'. */
export function formatRule({ daysBefore, states }: NonNullable<Reminder['rule']>): string {
  const when = daysBefore === 0 ? 'On' : `${counted(daysBefore, 'day')} before`;
  return `${when} the due date (designation: ${states.map((state) => SCHOOL_STATE_LABELS[state]).join(', ')})`;
}

type Reminder = NonNullable<DeliveryContents['reminder']>;

/** Returns '3 (No address: 2, Deselected: 1)', '2 (No address)', or 'No one'. */
export function formatSkippedRecipients(leftOut: Readonly<NonNullable<DeliveryContents['leftOut']>>): string {
  const total = leftOut.reduce((sum, { people }) => sum + people, 0);
  if (total === 0) return 'No one';
  const [only] = leftOut;
  if (leftOut.length === 1 && only !== undefined) return `${formatNumber(total)} (${formatReason(only.why)})`;
  const reasons = leftOut.map(({ why, people }) => `${formatReason(why)}: ${formatNumber(people)}`);
  return `${formatNumber(total)} (${reasons.join(', ')})`;
}

/** Labels a reason. 'Deselected by you' would be wrong, because the reader may not be the sender. */
function formatReason(why: NonNullable<DeliveryContents['leftOut']>[number]['why']): string {
  return why === 'EXCEPTED' ? 'Deselected' : RECIPIENT_SKIP_LABELS[why];
}
