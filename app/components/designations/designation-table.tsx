import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { ReviewStatus } from '#app/components/site/status-badge.tsx';
import { type ListSort, sortedAs, sortHref } from '#app/components/designations/list-address.ts';
import { reviewHref } from '#app/components/designations/review-address.ts';
import { buttonClass } from '#app/components/ui/button.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { counted } from '#app/lib/text/counted.ts';
import { versionTokenOf } from '#app/lib/versions.ts';
import type { UnreadThread } from '#app/schemas/designation-message.ts';
import type { DesignationRow } from '#app/schemas/designation-screens.ts';
import { DESIGNATION_WARNING_LABELS } from '#app/schemas/designation-warnings.ts';
import { criteriaLabel } from '#app/schemas/enums.ts';

const VIEW = buttonClass({ size: 'sm' });

const WARNINGS: Column<DesignationRow> = {
  key: 'warnings',
  header: 'Warnings',
  cell: ({ warnings = [] }) => warnings.map((kind) => DESIGNATION_WARNING_LABELS[kind]).join(', ') || 'None',
};

/** The list of designations (specification, section 2). The headings sort it and keep the filters. */
export function DesignationTable({
  rows,
  unread = [],
  search,
  selectable,
}: {
  rows: readonly DesignationRow[];
  unread?: readonly UnreadThread[];
  search: URLSearchParams;
  /** Adds a checkbox to each row, for a form around the table. */
  selectable: boolean;
}) {
  const sortable = (column: ListSort) => ({
    key: column,
    sortHref: sortHref(search, column),
    sorted: sortedAs(search, column),
  });
  const unreadOf = new Map(unread.map((thread) => [thread.designationId, thread.unread] as const));
  const listQuery = search.toString();
  /** Remix discovers the route of the first link only, because all rows lead to the same route. */
  const hrefOf = (row: DesignationRow) => reviewHref(row.id, listQuery);
  const columns: Column<DesignationRow>[] = [
    {
      ...sortable('highSchool'),
      header: 'High School',
      rowHeader: true,
      cell: (row) => (
        <span className="selectable">
          {selectable ? <RowCheckbox row={row} /> : null}
          <a href={hrefOf(row)} data-discover={row === rows[0] ? 'true' : undefined}>
            {row.highSchool.name}
          </a>
        </span>
      ),
    },
    { ...sortable('year'), header: 'Year', cell: (row) => row.academicYear.year },
    {
      ...sortable('criteria'),
      header: 'Criteria',
      cell: (row) => (row.criteria === null ? 'None yet' : criteriaLabel(row.criteria)),
    },
    {
      ...sortable('status'),
      header: 'Status',
      cell: (row) => <StatusCell row={row} unread={unreadOf.get(row.id) ?? 0} />,
    },
    {
      ...sortable('updatedAt'),
      header: 'Last Updated',
      cell: (row) => <AlaskaTime iso={row.updatedAt} />,
    },
    {
      ...sortable('downloadedAt'),
      header: 'Downloaded',
      cell: (row) => (row.downloadedAt === null ? 'Not yet' : <AlaskaTime iso={row.downloadedAt} />),
    },
    ...(selectable ? [WARNINGS] : []),
    {
      key: 'view',
      header: 'View',
      headerHidden: true,
      align: 'end',
      cell: (row) => (
        <a className={VIEW} href={hrefOf(row)}>
          View<span className="visually-hidden">{` ${row.highSchool.name} ${row.academicYear.year}`}</span>
        </a>
      ),
    },
  ];
  return (
    <DataTable
      caption="Designations"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      wide={false}
      dense
      plainLinks
    />
  );
}

function StatusCell({ row, unread }: { row: DesignationRow; unread: number }) {
  return (
    <>
      <ReviewStatus {...row} />
      {unread === 0 ? null : (
        <div>
          <a href={`/designations/${row.id}/messages`}>{counted(unread, 'unread message')}</a>
        </div>
      )}
    </>
  );
}

function RowCheckbox({ row }: { row: DesignationRow }) {
  return (
    <input
      type="checkbox"
      className="form-check-input"
      name="selected"
      value={versionTokenOf(row)}
      aria-label={`Select ${row.highSchool.name} ${row.academicYear.year}`}
    />
  );
}
