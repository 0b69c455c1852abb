import { Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { grouped } from '#app/lib/text/counted.ts';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { StatusLegend } from '#app/components/site/status-legend.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { DashboardAnswer } from '#app/schemas/dashboard.ts';

interface AllDesignationsProps {
  /** The newest of them. */
  designations: DashboardAnswer['allDesignations'];
  /** How many there are in all. */
  total: number;
}

/** The dashboard's table of the designations of the user's schools, with its legend (specification, section 2). */
export function AllDesignations({ designations, total }: AllDesignationsProps) {
  const rest =
    total > designations.length ? (
      <p>
        These are the newest {designations.length} of {grouped(total)}.{' '}
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
        empty={<EmptyState title="No designations yet.">What you start appears here.</EmptyState>}
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
        ]}
      />
    </Panel>
  );
}
