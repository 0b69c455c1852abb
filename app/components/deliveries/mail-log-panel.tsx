import { Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { MailStateBadge } from '#app/components/deliveries/delivery-badge.tsx';
import { WarnedAddress } from '#app/components/site/warned-address.tsx';
import { grouped } from '#app/lib/text/counted.ts';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { LoggedMail, MailLog } from '#app/schemas/delivery-screens.ts';

interface MailLogPanelProps {
  log: MailLog;
  title?: string;
  none: string;
}

/** The newest emails for a school, a user or an address, with the state of each. */
export function MailLogPanel({ log: { mails, total }, title = 'Emails', none }: MailLogPanelProps) {
  return (
    <Panel
      title={title}
      flush
      footer={total > mails.length ? `Showing the newest ${mails.length} of ${grouped(total)}.` : null}
    >
      <DataTable
        caption={title}
        rows={mails}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No emails yet">{none}</EmptyState>}
        columns={[
          { key: 'subject', header: 'Email', rowHeader: true, cell: (mail) => <Subject mail={mail} /> },
          {
            key: 'to',
            header: 'To',
            cell: ({ email, hasBounced }) => <WarnedAddress address={email} hasBounced={hasBounced} />,
          },
          { key: 'state', header: 'Status', cell: ({ state }) => <MailStateBadge state={state} /> },
          { key: 'at', header: 'When', cell: ({ at }) => <AlaskaTime iso={at} /> },
          {
            key: 'response',
            header: 'Server response',
            cell: ({ response }) =>
              response === null ? null : <span className="text-break">{response}</span>,
          },
        ]}
      />
    </Panel>
  );
}

function Subject({ mail: { subject, deliveryId } }: { mail: LoggedMail }) {
  return deliveryId === null ? (
    <span className="text-break">{subject}</span>
  ) : (
    <Link to={`/emails/deliveries/${deliveryId}`}>{subject}</Link>
  );
}
