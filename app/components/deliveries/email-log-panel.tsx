import { Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { EmailStateBadge } from '#app/components/deliveries/delivery-badge.tsx';
import { WarnedAddress } from '#app/components/site/warned-address.tsx';
import { formatNumber } from '#app/lib/text/counted.ts';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { LoggedEmail, EmailLog } from '#app/schemas/delivery-screens.ts';

interface EmailLogPanelProps {
  log: EmailLog;
  title?: string;
  none: string;
}

/** The newest emails for a school, a user or an address, with the state of each. */
export function EmailLogPanel({ log: { emails, total }, title = 'Emails', none }: EmailLogPanelProps) {
  return (
    <Panel
      title={title}
      flush
      footer={total > emails.length ? `Showing the newest ${emails.length} of ${formatNumber(total)}.` : null}
    >
      <DataTable
        caption={title}
        rows={emails}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No emails yet">{none}</EmptyState>}
        columns={[
          { key: 'subject', header: 'Email', rowHeader: true, cell: (email) => <Subject email={email} /> },
          {
            key: 'to',
            header: 'To',
            cell: ({ email, hasBounced }) => <WarnedAddress address={email} hasBounced={hasBounced} />,
          },
          { key: 'state', header: 'Status', cell: ({ state }) => <EmailStateBadge state={state} /> },
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

function Subject({ email: { subject, deliveryId } }: { email: LoggedEmail }) {
  return deliveryId === null ? (
    <span className="text-break">{subject}</span>
  ) : (
    <Link to={`/emails/deliveries/${deliveryId}`}>{subject}</Link>
  );
}
