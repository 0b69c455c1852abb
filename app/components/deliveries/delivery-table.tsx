import { Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { audienceLine } from '#app/messages/audience-labels.ts';
import { DeliveryBadge } from '#app/components/deliveries/delivery-badge.tsx';
import { deliveryList } from '#app/components/deliveries/delivery-list-query.ts';
import { formatNumber } from '#app/lib/text/counted.ts';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { progressOf } from '#app/messages/delivery-progress.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import type { DeliveryResponse } from '#app/schemas/email.ts';

/** Table of deliveries with their progress. */
export function DeliveryTable({
  deliveries,
  search,
}: {
  deliveries: readonly DeliveryResponse[];
  /** The list's query. Without it, the table can't be sorted. */
  search?: URLSearchParams;
}) {
  return (
    <DataTable
      dense
      caption="Sent emails"
      rows={deliveries}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'template',
          header: 'Email',
          rowHeader: true,
          cell: (delivery) => <EmailCell delivery={delivery} />,
        },
        { key: 'status', header: 'Status', cell: (delivery) => <StatusCell delivery={delivery} /> },
        { key: 'sent', header: 'Sent', align: 'end', nowrap: true, cell: ({ counts }) => sentOf(counts) },
        { key: 'failed', header: 'Failed', align: 'end', cell: ({ counts }) => formatNumber(counts.failed) },
        {
          key: 'bounced',
          header: 'Bounced',
          align: 'end',
          cell: ({ counts }) => formatNumber(counts.bounced),
        },
        {
          key: 'createdAt',
          header: deliveryList.sorts.createdAt,
          ...(search === undefined
            ? {}
            : {
                sortHref: deliveryList.sortHref(search, 'createdAt'),
                sorted: deliveryList.sortedAs(search, 'createdAt'),
              }),
          cell: ({ createdAt }) => <AlaskaTime iso={createdAt} />,
        },
        {
          key: 'by',
          header: 'By',
          cell: ({ createdBy }) => (createdBy === null ? 'Reminder' : fullName(createdBy)),
        },
      ]}
    />
  );
}

/** Email of a delivery, with its audience and subject to tell deliveries of one template apart. */
function EmailCell({ delivery: { id, template, subject, audience } }: { delivery: DeliveryResponse }) {
  return (
    <div>
      <Link to={`/emails/deliveries/${id}`}>{template.name}</Link>
      {subject === '' || subject === template.name ? null : (
        <span className="cell-note text-break">{subject}</span>
      )}
      <span className="cell-note">{audienceLine(audience)}</span>
    </div>
  );
}

function StatusCell({ delivery: { status, scheduledAt } }: { delivery: DeliveryResponse }) {
  return (
    <span>
      <DeliveryBadge status={status} />
      {status === 'SCHEDULED' && scheduledAt !== null ? (
        <>
          {' for '}
          <AlaskaTime iso={scheduledAt} />
        </>
      ) : null}
    </span>
  );
}

function sentOf(counts: DeliveryResponse['counts']): string {
  return `${formatNumber(counts.sent)} of ${formatNumber(progressOf(counts).total)}`;
}
