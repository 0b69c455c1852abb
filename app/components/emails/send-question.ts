import { counted } from '#app/lib/text/counted.ts';
import { formatSkippedRecipients, formatStates, selectedCounts } from '#app/messages/audience-labels.ts';
import {
  AUDIENCE_FIELDS,
  AUDIENCE_LABELS,
  type AudienceField,
  SELECTED,
} from '#app/schemas/audience-targets.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import type { EarlierDelivery, SendScreen, ShownAudience } from '#app/schemas/email-send-screens.ts';
import { criteriaLabel, DESIGNATION_STATUS_LABELS, STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';

interface SendQuestionFacts {
  template: Pick<SendScreen['template'], 'name' | 'subject'>;
  audience: Pick<ShownAudience, 'choice' | 'year' | 'leftOutCounts'>;
  chosen: number;
  deselected: readonly string[];
  /** Formatted scheduled time; null to send now. */
  time: string | null;
  /** Describes a delivery to this audience within the last day; null if there was none. */
  earlier: string | null;
  blanks: readonly string[];
}

/** Maximum number of recipients not selected that are named. */
const NAMED_MAX = 5;

/** Returns 'Marian Whitfield sent this email to this audience on Nov 22, 2026, 5:06 AM AKST (53 people).' */
export function earlierDeliveryLine(
  { createdAt, createdBy, recipients }: EarlierDelivery,
  timeZone: string,
): string {
  const who = createdBy === null ? 'The system' : fullName(createdBy);
  const when = formatInZone(createdAt, timeZone);
  return `${who} sent this email to this audience on ${when} (${counted(recipients, 'person', 'people')}).`;
}

/** Returns the label of the send button. */
export function sendLabel(chosen: number, isLater: boolean): string {
  const people = counted(chosen, 'person', 'people');
  return isLater ? `Schedule for ${people}` : `Send to ${people}`;
}

/** Returns the confirmation question, with a summary of all choices, one per line. */
export function sendQuestion({
  template,
  audience,
  chosen,
  deselected,
  time,
  earlier,
  blanks,
}: SendQuestionFacts): string {
  const people = counted(chosen, 'person', 'people');
  return [
    time === null ? `Send “${template.name}” to ${people}?` : `Schedule “${template.name}” for ${people}?`,
    ...(earlier === null ? [] : [earlier]),
    ...(time === null ? [] : laterLines(time, audience.choice.target)),
    ...choiceLines(audience),
    ...deselectedLines(deselected),
    ...skippedPeopleLines(audience.leftOutCounts),
    ...(template.subject === '' ? ['This email has no subject.'] : []),
    ...blanks,
  ].join('\n');
}

function laterLines(time: string, target: SendQuestionFacts['audience']['choice']['target']): string[] {
  const line = `It will be sent on ${time}.`;
  const dependsOnSubmissions = isTargetOf('states', target) || isTargetOf('criteria', target);
  return dependsOnSubmissions ? [line, 'Schools that no longer match by then will be skipped.'] : [line];
}

function choiceLines({ choice, year }: SendQuestionFacts['audience']): string[] {
  const has = (field: AudienceField) => isTargetOf(field, choice.target);
  const lines = [`Audience: ${AUDIENCE_LABELS[choice.target]}.`];
  if (year !== null && has('positions')) lines.push(`Year: ${year}.`);
  if (choice.target === SELECTED) lines.push(`Selected: ${selectedCounts(choice).join(', ')}.`);
  if ('states' in choice) lines.push(`Designation: ${formatStates(choice.states)}.`);
  if ('status' in choice) lines.push(`Status: ${DESIGNATION_STATUS_LABELS[choice.status]}.`);
  if (has('criteria')) {
    const criteria = 'criteria' in choice ? choice.criteria : undefined;
    lines.push(`Criteria: ${criteria === undefined ? 'any' : criteriaLabel(criteria)}.`);
  }
  if ('positions' in choice) {
    const positions = choice.positions.map((position) => STAFF_POSITION_LABELS[position]);
    lines.push(`Positions: ${positions.length === 0 ? 'all staff' : positions.join(', ')}.`);
  }
  return lines;
}

function isTargetOf(field: AudienceField, target: string): boolean {
  return (AUDIENCE_FIELDS[field] as readonly string[]).includes(target);
}

function deselectedLines(deselected: readonly string[]): string[] {
  if (deselected.length === 0) return [];
  const more = deselected.length - NAMED_MAX;
  const named = deselected.slice(0, NAMED_MAX).join(', ');
  return [`Deselected: ${named}${more > 0 ? `, and ${counted(more, 'other')}` : ''}.`];
}

function skippedPeopleLines(counts: ShownAudience['leftOutCounts']): string[] {
  if (counts.length === 0) return [];
  return [`Skipped: ${formatSkippedRecipients(counts)}.`];
}
