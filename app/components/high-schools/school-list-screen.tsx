import { Link, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { counted } from '#app/lib/text/counted.ts';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { SchoolFilters } from '#app/components/high-schools/school-filters.tsx';
import { SchoolSelectionForm } from '#app/components/high-schools/school-selection-form.tsx';
import { schoolList, type SchoolSort } from '#app/components/high-schools/school-list-query.ts';
import type { SchoolsPath } from '#app/schemas/high-school-screens.ts';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { SHORT_LIST_ROWS } from '#app/config/constants.ts';
import { ListBar } from '#app/components/listing/list-bar.tsx';
import { numberedPages } from '#app/components/listing/list-query.ts';
import { NoSchools } from '#app/components/site/no-schools.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { HighSchoolListResponse, HighSchoolListRow } from '#app/schemas/high-school-screens.ts';
import { ACTIVITY_STATUS_LABELS } from '#app/schemas/enums.ts';
import { ActivityBadge } from '#app/components/site/status-badge.tsx';
import { Clipped, type Column, DataTable } from '#app/components/ui/data-table.tsx';

interface SchoolListScreenProps {
  path: SchoolsPath;
  title: string;
  response: Pick<
    HighSchoolListResponse,
    | 'refusal'
    | 'rows'
    | 'total'
    | 'statusCounts'
    | 'views'
    | 'page'
    | 'maySelect'
    | 'mayReadRemarks'
    | 'isAdministrator'
    | 'hasNoSchools'
    | 'flash'
  >;
  actions?: ReactNode;
  /** What the last action did. */
  outcome?: ReactNode;
}

/** A list of schools with filters, sorting and pages (specification, sections 2 and 9). */
export function SchoolListScreen({ path, title, response, actions, outcome }: SchoolListScreenProps) {
  const { refusal, total, statusCounts } = response;
  const [search] = useSearchParams();
  if (response.hasNoSchools) {
    return (
      <>
        <PageHeader title={title} />
        <FlashRegion messages={response.flash} />
        {response.isAdministrator ? (
          <p className="m-0">
            You aren&apos;t on any school&apos;s staff. <Link to="/highschools">See all schools</Link>
          </p>
        ) : (
          <>
            <NoSchools />
            <p className="mb-0 mt-3">
              <Link to="/access">Request access to a school</Link>
            </p>
          </>
        )}
      </>
    );
  }
  const subtitle = total === null ? 'No high schools to show' : counted(total, 'high school');
  const filters = (
    <SchoolFilters
      path={path}
      search={search}
      mayReadRemarks={response.mayReadRemarks}
      isRefused={refusal !== null}
    />
  );
  return (
    <>
      <PageHeader title={title} subtitle={<span role="status">{subtitle}</span>} actions={actions} />
      <FlashRegion messages={response.flash} />
      {outcome}
      <Stack>
        {refusal === null ? null : <Banner tone="danger">{refusal}</Banner>}
        {statusCounts === null ? null : (
          <ListBar
            query={schoolList(path)}
            search={search}
            tabs={{
              ...{ name: 'status', label: 'Status', options: ACTIVITY_STATUS_LABELS },
              counts: statusCounts,
            }}
            find={{ name: 'name', label: 'School name', value: search.get('name') ?? '' }}
            list="highschools"
            views={response.views}
          />
        )}
        {response.isAdministrator ? (
          filters
        ) : (
          <CollapsiblePanel
            title="Filter and sort"
            defaultOpen={response.rows.length >= SHORT_LIST_ROWS || search.size > 0}
          >
            {filters}
          </CollapsiblePanel>
        )}
        {total === null ? null : (
          <SchoolListPanel path={path} response={response} total={total} search={search} />
        )}
      </Stack>
    </>
  );
}

interface SchoolListPanelProps extends Pick<SchoolListScreenProps, 'path' | 'response'> {
  total: number;
  search: URLSearchParams;
}

function SchoolListPanel({ path, response: { rows, page, maySelect }, total, search }: SchoolListPanelProps) {
  const query = schoolList(path);
  if (rows.length === 0) {
    const isFiltered = query.filterCount(search) > 0;
    return (
      <Panel flush>
        {isFiltered ? (
          <EmptyState
            title="No high schools match"
            actions={<ButtonLink to={query.hrefOf(query.orderOf(search))}>Show all high schools</ButtonLink>}
          >
            Try different filters, or clear them.
          </EmptyState>
        ) : (
          <EmptyState title="No high schools yet">Add the first one, or import a list.</EmptyState>
        )}
      </Panel>
    );
  }
  const pages = numberedPages(query, search, { page, total });
  return (
    <Panel
      flush
      footer={
        <Pagination one="high school" many="high schools" shown={rows.length} total={total} {...pages} />
      }
    >
      {maySelect ? (
        <SchoolSelectionForm key={search.toString()} shown={rows.length}>
          <SchoolTable path={path} rows={rows} search={search} isSelectable />
        </SchoolSelectionForm>
      ) : (
        <SchoolTable path={path} rows={rows} search={search} />
      )}
    </Panel>
  );
}

interface SchoolTableProps {
  path: SchoolsPath;
  rows: readonly HighSchoolListRow[];
  search: URLSearchParams;
  /** Adds a checkbox to each row, for a form around the table. */
  isSelectable?: boolean;
}

/** A list of schools (specification, section 2). The headings sort it and keep the filters. */
function SchoolTable({ path, rows, search, isSelectable = false }: SchoolTableProps) {
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
      cell: ({ id, name }) =>
        isSelectable ? (
          <span className="selectable">
            <input
              type="checkbox"
              className="form-check-input"
              name="selected"
              value={id}
              aria-label={`Select ${name}`}
            />
            <SchoolLink to={`${path}/${id}`} name={name} />
          </span>
        ) : (
          <SchoolLink to={`${path}/${id}`} name={name} />
        ),
    },
    { key: 'status', header: 'Status', cell: ({ status }) => <ActivityBadge status={status} /> },
    { ...sortable('phone'), header: 'Phone', cell: ({ phone }) => <Clipped wide>{phone}</Clipped> },
    { ...sortable('fax'), header: 'Fax', cell: ({ fax }) => <Clipped wide>{fax ?? 'None'}</Clipped> },
    {
      ...sortable('designationCount'),
      header: 'Designation count',
      align: 'end',
      cell: ({ designationCount }) => designationCount,
    },
  ];
  return <DataTable caption="High schools" columns={columns} rows={rows} rowKey={({ id }) => id} oneLine />;
}

function SchoolLink({ to, name }: { to: string; name: string }) {
  return (
    <Link className="cell-clipped" title={name} to={to}>
      {name}
    </Link>
  );
}
