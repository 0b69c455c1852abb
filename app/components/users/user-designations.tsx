import { Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { formatNumber } from '#app/lib/text/counted.ts';
import { DownloadCsvLink } from '#app/components/designations/download-csv-link.tsx';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { DOWNLOAD_AGAIN } from '#app/messages/download-labels.ts';
import type { UserDetailsResponse } from '#app/schemas/user-screens.ts';

interface UserDesignationsProps {
  userId: string;
  designations: NonNullable<NonNullable<UserDetailsResponse['work']>['designations']>;
}

/** Designations of a user's schools and by the user, newest first, for administrators (specification, section 6). */
export function UserDesignations({ userId, designations: { rows, total } }: UserDesignationsProps) {
  const downloaded = rows.map(({ downloadedAt }) => downloadedAt);
  return (
    <Panel
      title="Designations"
      flush
      actions={
        total === 0 ? null : (
          <DownloadCsvLink
            href={`/api/designations/download/user/${userId}`}
            question={downloaded.some((at) => at !== null) ? DOWNLOAD_AGAIN : null}
            mark={downloaded.join()}
            excel="Download designations as Excel"
          >
            Download designations as CSV
          </DownloadCsvLink>
        )
      }
      footer={
        total > rows.length
          ? `Showing the newest ${rows.length} of ${formatNumber(total)}. The downloads include all of them.`
          : null
      }
    >
      <DataTable
        caption="Designations"
        rows={rows}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No designations">
            This user&apos;s schools have no designations, and this user hasn&apos;t submitted any.
          </EmptyState>
        }
        columns={[
          {
            key: 'name',
            header: 'High School',
            rowHeader: true,
            cell: ({ id, highSchool }) => <Link to={`/designations/${id}`}>{highSchool.name}</Link>,
          },
          { key: 'year', header: 'Year', cell: ({ academicYear }) => academicYear.year },
          { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
          { key: 'updated', header: 'Last Updated', cell: ({ updatedAt }) => <AlaskaTime iso={updatedAt} /> },
        ]}
      />
    </Panel>
  );
}
