import { data } from '@remix-run/node';
import { Link, useLoaderData, useOutletContext, useSearchParams } from '@remix-run/react';
import { counted } from '#app/lib/text/counted.ts';
import { DesignationFilters } from '#app/components/designations/designation-filters.tsx';
import { DesignationListPanel } from '#app/components/designations/designation-list-panel.tsx';
import { designationList, hrefOf, TYPED_SCHOOL } from '#app/components/designations/list-url.ts';
import { withoutAllYears } from '#app/schemas/designation-filters.ts';
import { ListBar } from '#app/components/listing/list-bar.tsx';
import { without } from '#app/components/listing/list-query.ts';
import { ExportPanel } from '#app/components/designations/export-panel.tsx';
import { ListDownload, NewDownload, YearDownload } from '#app/components/designations/list-downloads.tsx';
import { ReviewQueueLink } from '#app/components/designations/review-queue-link.tsx';
import { DUPLICATES_PATH } from '#app/components/designations/duplicate-url.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { NoSchools } from '#app/components/site/no-schools.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { SHORT_LIST_ROWS } from '#app/config/constants.ts';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { getListPage } from '#app/domain/designations/list-page.server.ts';
import { getListPanel } from '#app/domain/designations/designation-screen-queries.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { hasNoSchools, isAdmin } from '#app/policy/actor.ts';
import { can } from '#app/policy/authorize.ts';
import { DesignationListPageQuerySchema } from '#app/schemas/designation.ts';
import { DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';
import { DesignationListScreenSchema } from '#app/schemas/designation-screens.ts';
import type { ShellResponse } from '#app/schemas/screen-responses.ts';
import { filterRefusal, parseQuery } from '#app/server/parse-input.server.ts';
import { resolveTypedSchool } from '#app/server/school-loaders.server.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Designations');

/** Lists the designations that the user may read. The URL has the REST query's filter and order. */
export const loader = screen(async ({ ctx, url }) => {
  try {
    await resolveTypedSchool(ctx, {
      search: url.searchParams,
      typedField: TYPED_SCHOOL,
      idField: 'highSchoolId',
      hrefWithout: (fields) => hrefOf(without(url.searchParams, fields)),
    });
    const pageQuery = parseQuery(DesignationListPageQuerySchema, withoutAllYears(url.searchParams));
    const defaultYearId = url.search === '' ? await defaultYear(ctx) : null;
    const { panel, ...page } = await getListPage(ctx, {
      ...pageQuery,
      ...(defaultYearId === null ? {} : { academicYearId: defaultYearId }),
    });
    return {
      refusal: null,
      ...page,
      ...panel,
      defaultYearId,
      maySelect: can(ctx.actor, 'designation.decideMany'),
      hasNoSchools: seesNoSchools(ctx),
    };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return data(await withoutRows(ctx, filterRefusal('designations', error)), { status: 400 });
  }
}, DesignationListScreenSchema);

/** Administrators first see the active year. Any query, such as `academicYearId=all`, shows what it asks for. */
async function defaultYear(ctx: Ctx): Promise<string | null> {
  if (!isAdmin(ctx.actor)) return null;
  return (await findActiveYear(ctx))?.id ?? null;
}

async function withoutRows(ctx: Ctx, refusal: string) {
  const { years } = await getListPanel(ctx, {});
  const nothing = { rows: [], from: null, hasPrevious: false, hasNext: false, total: null };
  return {
    ...nothing,
    refusal,
    statusCounts: null,
    defaultYearId: null,
    views: null,
    years,
    highSchool: null,
    downloads: null,
    profiles: [],
    maySelect: false,
    hasNoSchools: seesNoSchools(ctx),
  };
}

function seesNoSchools({ actor }: Ctx): boolean {
  return actor.kind === 'user' && !isAdmin(actor) && hasNoSchools(actor);
}

export default function DesignationList() {
  const response = useLoaderData<typeof loader>();
  const { refusal, total, years, highSchool, downloads, rows, statusCounts, defaultYearId } = response;
  const counts = useOutletContext<ShellResponse['counts']>();
  const [urlSearch] = useSearchParams();
  const search = defaultYearId === null ? urlSearch : new URLSearchParams({ academicYearId: defaultYearId });
  const download =
    downloads === null || total === null || total === 0 ? null : { search, years, downloads, total, rows };
  if (response.hasNoSchools) {
    return (
      <>
        <PageHeader title="Designations" />
        <NoSchools />
      </>
    );
  }
  const filters = (
    <DesignationFilters
      years={years}
      highSchool={highSchool}
      search={search}
      isRefused={refusal !== null}
      mayFilterByWarnings={response.maySelect}
    />
  );
  return (
    <>
      <PageHeader
        title="Designations"
        subtitle={
          <>
            <span role="status">{countOf(total)}</span>
            {defaultYearId === null ? null : (
              <>
                {' · '}
                <Link to={hrefOf(new URLSearchParams())}>Show all years</Link>
              </>
            )}
          </>
        }
        actions={
          <>
            {counts === null ? null : <ReviewQueueLink {...counts} />}
            {download === null ? null : (
              <>
                <ListDownload {...download} />
                <NewDownload {...download} />
              </>
            )}
          </>
        }
      />
      <Stack>
        {refusal === null ? null : <Banner tone="danger">{refusal}</Banner>}
        {statusCounts === null ? null : (
          <ListBar
            query={designationList}
            search={search}
            tabs={{
              ...{ name: 'status', label: 'Status', options: DESIGNATION_STATUS_LABELS },
              counts: statusCounts,
            }}
            find={{
              ...{ name: TYPED_SCHOOL, label: 'School name', replaces: ['highSchoolId'] },
              value: highSchool?.name ?? search.get(TYPED_SCHOOL) ?? '',
            }}
            list="designations"
            views={response.views}
          />
        )}
        {response.maySelect ? (
          filters
        ) : (
          <CollapsiblePanel
            title="Filter and sort"
            defaultOpen={rows.length >= SHORT_LIST_ROWS || search.size > 0}
          >
            {filters}
          </CollapsiblePanel>
        )}
        {total === null ? null : <DesignationListPanel {...response} total={total} search={search} />}
        {response.maySelect ? (
          <div>
            <ButtonLink to={DUPLICATES_PATH} size="sm">
              Students on two lists
            </ButtonLink>
          </div>
        ) : null}
        {download === null ? null : (
          <>
            <ExportPanel {...download} profiles={response.profiles} />
            <YearDownload {...download} />
          </>
        )}
      </Stack>
    </>
  );
}

function countOf(total: number | null): string {
  if (total === null) return 'No designations to show';
  return counted(total, 'designation');
}
