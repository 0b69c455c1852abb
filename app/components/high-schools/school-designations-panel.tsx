import { Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { DownloadCsvLink } from '#app/components/designations/download-csv-link.tsx';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { DOWNLOAD_AGAIN } from '#app/messages/download-labels.ts';
import { criteriaLabel } from '#app/schemas/enums.ts';
import type { SchoolDesignation } from '#app/schemas/high-school-screens.ts';

interface SchoolDesignationsPanelProps {
  highSchoolId: string;
  /** Newest year first. */
  designations: readonly SchoolDesignation[];
  mayDownload: boolean;
}

/** A school's designations by year; administrators can download them as CSV. */
export function SchoolDesignationsPanel(props: SchoolDesignationsPanelProps) {
  const { highSchoolId, designations, mayDownload } = props;
  const downloads = designations.map(({ downloadedAt }) => downloadedAt);
  const columns: Column<SchoolDesignation>[] = [
    {
      key: 'year',
      header: 'Year',
      rowHeader: true,
      cell: ({ id, academicYear }) => <Link to={`/designations/${id}`}>{academicYear.year}</Link>,
    },
    { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'criteria',
      header: 'Criteria',
      cell: ({ criteria }) => (criteria === null ? 'None yet' : criteriaLabel(criteria)),
    },
    { key: 'updatedAt', header: 'Last updated', cell: ({ updatedAt }) => <AlaskaTime iso={updatedAt} /> },
  ];
  if (mayDownload) {
    columns.push({
      key: 'downloadedAt',
      header: 'Downloaded',
      cell: ({ downloadedAt }) => (downloadedAt === null ? 'Not yet' : <AlaskaTime iso={downloadedAt} />),
    });
  }
  return (
    <Panel
      title="Designations"
      flush
      actions={
        mayDownload && designations.length > 0 ? (
          <DownloadCsvLink
            href={`/api/designations/download/highschool/${highSchoolId}`}
            question={downloads.some((downloadedAt) => downloadedAt !== null) ? DOWNLOAD_AGAIN : null}
            mark={JSON.stringify(downloads)}
            excel="Download designations as Excel"
          >
            Download designations as CSV
          </DownloadCsvLink>
        ) : null
      }
    >
      <DataTable
        caption="Designations"
        columns={columns}
        rows={designations}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No designations yet">This school hasn&apos;t designated yet.</EmptyState>}
      />
    </Panel>
  );
}
