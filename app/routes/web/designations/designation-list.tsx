import { data } from '@remix-run/node';
import { useLoaderData, useSearchParams } from '@remix-run/react';
import { DesignationFilters } from '#app/components/domain/designations/designation-filters.tsx';
import { DesignationTable } from '#app/components/domain/designations/designation-table.tsx';
import { ListDownloads } from '#app/components/domain/designations/list-downloads.tsx';
import { filterCount, pageHref } from '#app/components/domain/designations/list-address.ts';
import { titled } from '#app/components/domain/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { listDesignations } from '#app/domain/designations/list-designations.server.ts';
import { getListPanel } from '#app/domain/designations/list-panel.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { type DesignationListQuery, DesignationListQuerySchema } from '#app/schemas/designation.ts';
import { DesignationListScreenSchema } from '#app/schemas/designation-screens.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/domain/error-page.tsx';

export const meta = titled('Designations');

/** The designations one may see, a page at a time; filter, order and place stand in the address as REST's query has them. */
export const loader = screen(async ({ ctx, url }) => {
  const { query, refusal } = readQuery(url.searchParams);
  const { items, total } = await listDesignations(ctx, { ...query, limit: SCREEN_PAGE_SIZE });
  const { years, downloads } = await getListPanel(ctx, query);
  const answer = {
    refusal,
    rows: [...items],
    offset: query.offset ?? 0,
    total: total ?? 0,
    years: [...years],
    downloads,
  };
  return data(answer, { status: refusal === null ? 200 : 400 });
}, DesignationListScreenSchema);

/** The address's query; where it is not understood, none and the sentence to show. */
function readQuery(search: URLSearchParams): { query: DesignationListQuery; refusal: string | null } {
  try {
    return { query: parseQuery(DesignationListQuerySchema, search), refusal: null };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const faults = error.issues.map(({ path: [field], message }) =>
      field === undefined ? message : `${field}: ${message}`,
    );
    return { query: {}, refusal: `Unable to filter designations: ${faults.join(' ')}` };
  }
}

export default function DesignationList() {
  const { refusal, rows, offset, total, years, downloads } = useLoaderData<typeof loader>();
  const [address] = useSearchParams();
  const search = refusal === null ? address : new URLSearchParams();
  return (
    <>
      <PageHeader
        title="Designations"
        subtitle={`${total} ${total === 1 ? 'designation' : 'designations'}`}
        actions={
          downloads === null || total === 0 ? null : (
            <ListDownloads search={search} years={years} downloads={downloads} rows={rows} />
          )
        }
      />
      <Stack>
        {refusal === null ? null : <Banner tone="danger">{refusal}</Banner>}
        <DesignationFilters years={years} search={search} />
        <Panel
          flush
          footer={
            rows.length === 0 ? null : (
              <Pagination
                noun="designations"
                from={offset + 1}
                to={offset + rows.length}
                total={total}
                previousHref={pageHref(search, offset - SCREEN_PAGE_SIZE, total)}
                nextHref={pageHref(search, offset + SCREEN_PAGE_SIZE, total)}
              />
            )
          }
        >
          {rows.length === 0 ? (
            <NoDesignations search={search} mayDesignate={downloads === null} />
          ) : (
            <DesignationTable rows={rows} search={search} />
          )}
        </Panel>
      </Stack>
    </>
  );
}

function NoDesignations({ search, mayDesignate }: { search: URLSearchParams; mayDesignate: boolean }) {
  if (filterCount(search) > 0 || search.has('offset')) {
    return (
      <EmptyState
        title="No designations match"
        actions={<ButtonLink to="/designations">Show all designations</ButtonLink>}
      >
        Choose other filters, or look at all of them.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No designations yet"
      actions={mayDesignate ? <ButtonLink to="/">Go to the dashboard</ButtonLink> : null}
    >
      {mayDesignate
        ? 'Begin one for your school on the dashboard; it then appears here.'
        : 'They appear here when schools begin to designate.'}
    </EmptyState>
  );
}
