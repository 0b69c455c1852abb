import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { EmailStateBadge } from '#app/components/deliveries/delivery-badge.tsx';
import { MessageLink } from '#app/components/emails/message-panel.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { WarnedAddress } from '#app/components/site/warned-address.tsx';
import { fullName } from '#app/lib/text/person-name.ts';
import type { DeliveryResponse, DeliveryRecipient } from '#app/schemas/email.ts';

interface RecipientTableProps {
  recipients: readonly DeliveryRecipient[];
  bounced: readonly string[];
  status: DeliveryResponse['status'];
  messageHref: (email: string) => string;
  onShow: (email: string) => void;
}

/** Recipients of a delivery, with the state and server response of each. */
export function RecipientTable({ recipients, bounced, status, ...message }: RecipientTableProps) {
  const hasSchools = recipients.some(({ schools }) => schools.length > 0);
  return (
    <DataTable
      dense
      caption="Recipients"
      rows={recipients}
      rowKey={({ email }) => email}
      empty={<EmptyState title="No recipients match">Try different filters, or clear them.</EmptyState>}
      columns={[
        {
          key: 'email',
          header: 'Email',
          rowHeader: true,
          cell: ({ email }) => <WarnedAddress address={email} hasBounced={bounced.includes(email)} />,
        },
        { key: 'name', header: 'Name', cell: (recipient) => fullName(recipient) },
        ...(hasSchools
          ? [
              {
                key: 'schools',
                header: 'Schools',
                cell: ({ schools }: DeliveryRecipient) => schools.join(' & '),
              },
            ]
          : []),
        { key: 'state', header: 'Status', cell: ({ state }) => <EmailStateBadge state={state} /> },
        { key: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
        {
          key: 'at',
          header: 'When',
          cell: (recipient) => <SendTimeCell recipient={recipient} status={status} />,
        },
        {
          key: 'response',
          header: 'Server response',
          cell: ({ response }) => (response === null ? null : <span className="text-break">{response}</span>),
        },
        {
          key: 'message',
          header: 'Message',
          headerHidden: true,
          align: 'end',
          cell: (recipient) => <MessageLink person={recipient} {...message} />,
        },
      ]}
    />
  );
}

interface SendTimeCellProps extends Pick<RecipientTableProps, 'status'> {
  recipient: DeliveryRecipient;
}

/**
 * When the email was sent or will be attempted. Before the first attempt, only the delivery's scheduled time is known.
 */
function SendTimeCell({ recipient: { sentAt, nextAttemptAt, attempts }, status }: SendTimeCellProps) {
  if (sentAt !== null) return <AlaskaTime iso={sentAt} />;
  if (nextAttemptAt === null || (status !== 'SENDING' && status !== 'SCHEDULED')) return null;
  if (attempts === 0 && status === 'SENDING') return null;
  return (
    <span>
      {attempts === 0 ? 'Scheduled for' : 'Next attempt'} <AlaskaTime iso={nextAttemptAt} />
    </span>
  );
}
