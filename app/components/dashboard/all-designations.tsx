import { Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { messagesLabel } from '#app/messages/message-labels.ts';
import { formatNumber } from '#app/lib/text/counted.ts';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { DashboardResponse } from '#app/schemas/dashboard.ts';
import { DESIGNATION_STATUSES, type DesignationStatus } from '#app/schemas/enums.ts';

const MEANINGS: Record<DesignationStatus, string> = {
  STARTED: 'In progress, not yet submitted.',
  PENDING: 'Submitted and waiting for review. You can still edit it.',
  RETURNED: 'Sent back. Make the corrections, then submit it again.',
  APPROVED: 'Approved. No more changes can be made.',
  REJECTED: 'Not approved. No more changes can be made.',
};

function StatusLegend() {
  return (
    <dl className="legend">
      {DESIGNATION_STATUSES.map((status) => (
        <LegendRow key={status} status={status} />
      ))}
    </dl>
  );
}

function LegendRow({ status }: { status: DesignationStatus }) {
  return (
    <>
      <dt>
        <StatusBadge status={status} />
      </dt>
      <dd>{MEANINGS[status]}</dd>
    </>
  );
}

interface AllDesignationsProps {
  designations: DashboardResponse['allDesignations'];
  total: number;
  unread: DashboardResponse['unread'];
}

/** Table of the designations of the user's schools, with a legend (specification, section 2). */
export function AllDesignations({ designations, total, unread }: AllDesignationsProps) {
  const rest =
    total > designations.length ? (
      <p>
        Showing the newest {designations.length} of {formatNumber(total)}.{' '}
        <Link to="/designations?sort=year">See all designations</Link>
      </p>
    ) : null;
  return (
    <Panel
      title="All designations"
      flush
      footer={
        <>
          {rest}
          <StatusLegend />
        </>
      }
    >
      <DataTable
        caption="All designations"
        rows={designations}
        rowKey={(row) => row.id}
        plainLinks
        empty={<p className="empty-line">No designations yet.</p>}
        columns={[
          {
            key: 'name',
            header: 'Name',
            rowHeader: true,
            cell: (row) => <a href={`/designations/${row.id}`}>{row.highSchoolName}</a>,
          },
          { key: 'year', header: 'Designation year', cell: (row) => row.year },
          { key: 'updated', header: 'Last updated', cell: (row) => <AlaskaTime iso={row.updatedAt} /> },
          { key: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
          {
            key: 'messages',
            header: 'Messages',
            cell: (row) => (
              <a href={`/designations/${row.id}/messages`}>
                {messagesLabel(unread.find(({ designationId }) => designationId === row.id)?.unread ?? 0)}
              </a>
            ),
          },
        ]}
      />
    </Panel>
  );
}
