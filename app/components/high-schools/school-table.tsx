import { Link } from '@remix-run/react';
import { ActivityBadge } from '#app/components/site/activity-badge.tsx';
import { schoolList, type SchoolSort } from '#app/components/high-schools/school-list-query.ts';
import type { SchoolsPath } from '#app/lib/urls/schools-path.ts';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import type { HighSchoolListRow } from '#app/schemas/high-school-screens.ts';

interface SchoolTableProps {
  path: SchoolsPath;
  rows: readonly HighSchoolListRow[];
  search: URLSearchParams;
}

/** A list of schools (specification, section 2); its headings order it, keeping the filter of the address. */
export function SchoolTable({ path, rows, search }: SchoolTableProps) {
  const { sortHref, sortedAs } = schoolList(path);
  const sortable = (column: SchoolSort) => ({
    key: column,
    sortHref: sortHref(search, column),
    sorted: sortedAs(search, column),
  });
  const columns: Column<HighSchoolListRow>[] = [
    {
      ...sortable('name'),
      header: 'Name',
      rowHeader: true,
      cell: ({ id, name }) => <Link to={`${path}/${id}`}>{name}</Link>,
    },
    { key: 'status', header: 'Status', cell: ({ status }) => <ActivityBadge status={status} /> },
    { ...sortable('phone'), header: 'Phone', cell: ({ phone }) => phone },
    { ...sortable('fax'), header: 'Fax', cell: ({ fax }) => fax ?? 'None' },
    {
      ...sortable('designationCount'),
      header: 'Designation count',
      align: 'end',
      cell: ({ designationCount }) => designationCount,
    },
  ];
  return <DataTable caption="High schools" columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
