import { Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import {
  formatStates,
  formatSkippedRecipients,
  formatPositions,
  formatRule,
  formatTarget,
} from '#app/messages/audience-labels.ts';
import { DELIVERY_MESSAGES } from '#app/messages/delivery-messages.ts';
import { DescriptionList, type Fact } from '#app/components/ui/description-list.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { formatPersonName } from '#app/lib/text/person-name.ts';
import { AUDIENCE_FIELDS, type AudienceField, REMINDER_TARGET } from '#app/schemas/audience-targets.ts';
import type { DeliveryContents } from '#app/schemas/delivery-screens.ts';
import type { DeliveryResponse, DeliveryAudience } from '#app/schemas/email.ts';
import { criteriaLabel, DESIGNATION_STATUS_LABELS, NOTICE_LABELS } from '#app/schemas/enums.ts';

interface ContentsPanelProps {
  delivery: DeliveryResponse;
  contents: DeliveryContents;
}

/** Content, audience and options of a delivery. */
export function ContentsPanel({ delivery, contents }: ContentsPanelProps) {
  const { subject, audience, scheduledAt } = delivery;
  const facts: Fact[] = [
    { term: 'Subject', detail: subject },
    { term: 'Email', detail: <Template delivery={delivery} /> },
    { term: 'Audience', detail: formatTarget(audience) },
    ...choiceFacts(audience),
    ...reminderFacts(contents.reminder),
    ...skippedFacts(contents),
    ...(scheduledAt === null ? [] : [{ term: 'Scheduled for', detail: <AlaskaTime iso={scheduledAt} /> }]),
  ];
  return (
    <Panel title="Message and recipients">
      <DescriptionList items={facts} />
    </Panel>
  );
}

function Template({ delivery: { template, audience } }: Pick<ContentsPanelProps, 'delivery'>) {
  if (template.id !== null) return <Link to={`/emails/${template.id}`}>{template.name}</Link>;
  if (audience.target === REMINDER_TARGET && template.name === NOTICE_LABELS.DUE_SOON) {
    return <Link to="/emails/notices/DUE_SOON">{template.name}</Link>;
  }
  return `${template.name} (deleted)`;
}

function choiceFacts(audience: DeliveryAudience): Fact[] {
  const { target, year, status, criteria, states } = audience;
  const has = (field: AudienceField) =>
    (AUDIENCE_FIELDS[field] as readonly string[]).includes(target) || target === REMINDER_TARGET;
  return [
    ...(year === null ? [] : [{ term: 'Year', detail: String(year) }]),
    ...(status === null ? [] : [{ term: 'Status', detail: DESIGNATION_STATUS_LABELS[status] }]),
    ...(states === null ? [] : [{ term: 'Designation', detail: formatStates(states) }]),
    ...(criteria === null ? [] : [{ term: 'Criteria', detail: criteriaLabel(criteria) }]),
    ...(has('positions') ? [{ term: 'Positions', detail: formatPositions(audience) }] : []),
  ];
}

function reminderFacts(reminder: DeliveryContents['reminder']): Fact[] {
  if (reminder === null) return [];
  const { rule, dueAt, schools } = reminder;
  return [
    {
      term: 'Reminder',
      detail:
        rule === null ? (
          DELIVERY_MESSAGES.reminderRemoved
        ) : (
          <Link to={`/emails/reminders?rule=${rule.id}`}>{formatRule(rule)}</Link>
        ),
    },
    { term: 'Due', detail: <AlaskaTime iso={dueAt} /> },
    { term: 'High schools', detail: schools.join(', ') },
  ];
}

function skippedFacts({ leftOut, deselected }: DeliveryContents): Fact[] {
  return [
    ...(leftOut === null ? [] : [{ term: 'Skipped', detail: formatSkippedRecipients(leftOut) }]),
    ...(deselected === null || deselected.length === 0
      ? []
      : [{ term: 'Deselected', detail: deselected.map(formatPersonName).join(', ') }]),
  ];
}
