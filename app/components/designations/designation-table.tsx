import { AlaskaDay, AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { ReviewStatus } from '#app/components/site/status-badge.tsx';
import { type ListSort, sortedAs, sortHref } from '#app/components/designations/list-url.ts';
import { reviewHref } from '#app/components/designations/review-url.ts';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Clipped, type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { counted, formatNumber, plural } from '#app/lib/text/counted.ts';
import { versionTokenOf } from '#app/lib/versions.ts';
import type { DesignationRow } from '#app/schemas/designation-screens.ts';
import { DESIGNATION_WARNING_LABELS } from '#app/schemas/designation-warnings.ts';
import { criteriaLabel } from '#app/schemas/enums.ts';

const VIEW = buttonClass({ size: 'sm' });

/** What the specification doesn't list, from the number of students in the class to the day of submission. */
const FIGURES: readonly Column<DesignationRow>[] = [
  {
    key: 'classSize',
    header: 'Class size',
    align: 'end',
    isExtra: true,
    cell: ({ classSize }) => (classSize === null ? 'None yet' : formatNumber(classSize)),
  },
  {
    key: 'students',
    header: 'Students',
    align: 'end',
    isExtra: true,
    cell: ({ students }) => formatNumber(students),
  },
  {
    key: 'submittedAt',
    header: 'Submitted',
    isExtra: true,
    cell: ({ status, submittedAt }) => {
      if (submittedAt !== null) return <AlaskaDay iso={submittedAt} />;
      return status === 'STARTED' ? 'Not yet' : 'Not recorded';
    },
  },
];

const WARNINGS: Column<DesignationRow> = {
  key: 'warnings',
  header: 'Warnings',
  cell: ({ warnings = [] }) =>
    warnings.length === 0 ? (
      'None'
    ) : (
      <Clipped>{warnings.map((kind) => DESIGNATION_WARNING_LABELS[kind]).join(', ')}</Clipped>
    ),
};

/** The list of designations (specification, section 2). The headings sort it and keep the filters. */
export function DesignationTable({
  rows,
  search,
  selectable,
}: {
  rows: readonly DesignationRow[];
  search: URLSearchParams;
  /** Adds a checkbox to each row, for a form around the table. */
  selectable: boolean;
}) {
  const sortable = (column: ListSort) => ({
    key: column,
    sortHref: sortHref(search, column),
    sorted: sortedAs(search, column),
  });
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
          <a
            className="cell-clipped"
            title={row.schoolName}
            href={hrefOf(row)}
            data-discover={row === rows[0] ? 'true' : undefined}
          >
            {row.schoolName}
          </a>
        </span>
      ),
    },
    { ...sortable('year'), header: 'Year', cell: (row) => row.year },
    {
      ...sortable('criteria'),
      header: 'Criteria',
      cell: (row) => <Clipped>{row.criteria === null ? 'None yet' : criteriaLabel(row.criteria)}</Clipped>,
    },
    {
      ...sortable('status'),
      header: 'Status',
      cell: statusOf,
    },
    ...FIGURES,
    {
      ...sortable('updatedAt'),
      header: 'Last Updated',
      cell: (row) => <AlaskaTime iso={row.updatedAt} oneLine />,
    },
    {
      ...sortable('downloadedAt'),
      header: 'Downloaded',
      cell: (row) => (row.downloadedAt === null ? 'Not yet' : <AlaskaTime iso={row.downloadedAt} oneLine />),
    },
    ...(selectable ? [WARNINGS] : []),
    {
      key: 'view',
      header: 'View',
      headerHidden: true,
      align: 'end',
      cell: (row) => (
        <a className={VIEW} href={hrefOf(row)} aria-label={`View ${nameOf(row)}`}>
          View
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
      oneLine
      plainLinks
    />
  );
}

function statusOf({ id, status, isResubmitted, unread }: DesignationRow) {
  const badges = <ReviewStatus status={status} isResubmitted={isResubmitted} />;
  return (
    <>
      {isResubmitted ? <span className="status-resubmitted">{badges}</span> : badges}
      {unread === 0 ? null : (
        <>
          {' '}
          <a
            className="status-unread"
            href={`/designations/${id}/messages`}
            title={counted(unread, 'unread message')}
          >
            {formatNumber(unread)}
            <span className="status-more">{` unread ${plural(unread, 'message', 'messages')}`}</span>
          </a>
        </>
      )}
    </>
  );
}

function nameOf({ schoolName, year }: DesignationRow): string {
  return `${schoolName} ${year}`;
}

function RowCheckbox({ row }: { row: DesignationRow }) {
  return (
    <input
      type="checkbox"
      className="form-check-input"
      name="selected"
      value={versionTokenOf(row)}
      aria-label={`Select ${nameOf(row)}`}
    />
  );
}
