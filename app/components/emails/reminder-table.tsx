import { Form, Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { formatPositions } from '#app/messages/audience-labels.ts';
import { formatDays, removeReminderQuestion } from '#app/messages/reminder-labels.ts';
import { formatNumber } from '#app/lib/text/counted.ts';
import { NOTICE_LABELS, SCHOOL_STATE_LABELS } from '#app/schemas/enums.ts';
import type { ReminderRule } from '#app/schemas/reminder-screens.ts';

/** The active year's reminders, earliest first. */
export function ReminderTable({ rules }: { rules: readonly ReminderRule[] }) {
  return (
    <DataTable
      caption="Reminders"
      rows={rules}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No reminders">Add a reminder to email schools before their due date.</EmptyState>
      }
      columns={[
        { key: 'when', header: 'When', rowHeader: true, cell: (rule) => formatDays(rule) },
        {
          key: 'firesAt',
          header: 'Date for most schools',
          cell: ({ firesAt, isMissed }) =>
            firesAt === null ? (
              'No due date'
            ) : (
              <div>
                <AlaskaTime iso={firesAt} />
                {isMissed ? (
                  <span className="cell-note text-danger">
                    This day had already passed when the reminder was saved. Only schools with a later due
                    date will be reminded.
                  </span>
                ) : null}
              </div>
            ),
        },
        {
          key: 'states',
          header: 'Designation',
          cell: ({ states }) => states.map((state) => SCHOOL_STATE_LABELS[state]).join(', '),
        },
        {
          key: 'positions',
          header: 'Positions',
          cell: formatPositions,
        },
        {
          key: 'email',
          header: 'Email',
          cell: ({ template }) =>
            template === null ? (
              <Link to="/emails/notices/DUE_SOON">{NOTICE_LABELS.DUE_SOON}</Link>
            ) : (
              <div>
                <Link to={`/emails/${template.id}`}>{template.name}</Link>
                {template.errors.map((error) => (
                  <span key={error} className="cell-note text-danger">
                    On hold: {error}
                  </span>
                ))}
              </div>
            ),
        },
        {
          key: 'isAutomatic',
          header: 'Sent',
          cell: ({ isAutomatic }) => (isAutomatic ? 'Automatically' : 'After approval'),
        },
        {
          key: 'reminded',
          header: 'Schools reminded',
          align: 'end',
          cell: (rule) => <Reminded rule={rule} />,
        },
        {
          key: 'actions',
          header: 'Actions',
          headerHidden: true,
          align: 'end',
          cell: (rule) => <Actions rule={rule} />,
        },
      ]}
    />
  );
}

function Reminded({ rule: { reminded, awaiting } }: { rule: ReminderRule }) {
  if (awaiting === 0) return <>{formatNumber(reminded)}</>;
  return (
    <div>
      {formatNumber(reminded)}
      <span className="cell-note">{formatNumber(awaiting)} awaiting approval</span>
    </div>
  );
}

function Actions({ rule }: { rule: ReminderRule }) {
  const name = <VisuallyHidden> the reminder {formatDays(rule)}</VisuallyHidden>;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={rule.id} />
      <input type="hidden" name="version" value={rule.version} />
      <Cluster>
        <ButtonLink to={`/emails/reminders?rule=${rule.id}`} size="sm">
          Change{name}
        </ButtonLink>
        <ConfirmSubmitButton
          name="intent"
          value="remove"
          size="sm"
          question={{
            title: 'Remove this reminder?',
            confirmLabel: 'Remove reminder',
            message: removeReminderQuestion(rule),
            tone: 'danger',
          }}
        >
          Remove{name}
        </ConfirmSubmitButton>
      </Cluster>
    </Form>
  );
}
