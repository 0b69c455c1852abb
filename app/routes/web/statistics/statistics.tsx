import { data } from '@remix-run/node';
import { Form, useLoaderData, useSearchParams } from '@remix-run/react';
import { SelectField } from '#app/components/forms/select-field.tsx';
import { numberedPages } from '#app/components/listing/list-query.ts';
import { titled } from '#app/components/site/titled.ts';
import { groupHref, statisticsList, statisticsPageSize } from '#app/components/statistics/statistics-url.ts';
import { ReasonsTable, StatisticsTable } from '#app/components/statistics/statistics-tables.tsx';
import { BarList } from '#app/components/ui/bar-list.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Columns, Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { PrintButton } from '#app/components/ui/print-button.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { listAcademicYears } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { listStatistics } from '#app/domain/statistics/read-statistics.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { DECISION_REASON_LABELS, DECISION_REASONS } from '#app/schemas/enums.ts';
import {
  StatisticsPageQuerySchema,
  type StatisticsRow,
  StatisticsScreenSchema,
} from '#app/schemas/statistics.ts';
import { STATISTICS_GROUP_NAMES, STATISTICS_GROUPS } from '#app/schemas/statistics-groups.ts';
import { filterRefusal, parseQuery } from '#app/server/parse-input.server.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Statistics');

export const loader = screen(async ({ ctx, url }) => {
  authorize(ctx.actor, 'statistics.read');
  try {
    return await readPage(ctx, url.searchParams);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const refusal = filterRefusal('statistics', error);
    return data({ refusal, by: 'year' as const, rows: [], total: 0, page: 1, years: [] }, { status: 400 });
  }
}, StatisticsScreenSchema);

async function readPage(ctx: Ctx, search: URLSearchParams) {
  const { page, ...query } = parseQuery(StatisticsPageQuerySchema, search);
  const limit = statisticsPageSize(query.by);
  const { rows, total } = await listStatistics(ctx, {
    ...query,
    limit,
    offset: (page - 1) * limit,
  });
  const { items } = await listAcademicYears(ctx);
  return {
    refusal: null,
    by: query.by,
    rows,
    total,
    page,
    years: items.map(({ id, year, status }) => ({ id, year, isActive: status === 'ACTIVE' })),
  };
}

function downloadOf(filter: URLSearchParams, format: 'csv' | 'xlsx'): string {
  return `/api/statistics/download?${new URLSearchParams([...filter, ['format', format]]).toString()}`;
}

const LONGEST_CHART = 15;

/** For administrators: schools, students, times, and returns of each year, school, or city. */
export default function Statistics() {
  const { refusal, by, rows, total, page, years } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const filter = statisticsList.listOf(search);
  const activeYearId = years.find(({ isActive }) => isActive)?.id;
  const groups = by === 'city' ? 'cities' : `${by}s`;
  return (
    <>
      <PageHeader
        title="Statistics"
        subtitle="Totals for submitted designations, without students' data"
        actions={
          <>
            <PrintButton size="md" />
            <a className="btn btn-outline" href={downloadOf(filter, 'csv')} download>
              Download CSV
            </a>
            <a className="btn btn-outline" href={downloadOf(filter, 'xlsx')} download>
              Download Excel
            </a>
          </>
        }
      />
      <Stack>
        {refusal === null ? null : <Banner tone="danger">{refusal}</Banner>}
        <TabLinks
          label="Group by"
          current={by}
          tabs={STATISTICS_GROUP_NAMES.map((key) => ({
            key,
            label: `By ${STATISTICS_GROUPS[key].toLowerCase()}`,
            href: groupHref(search, { from: by, to: key, activeYearId }),
          }))}
        />
        {by === 'year' ? null : <YearChoice years={years} search={search} />}
        {refusal !== null ? null : rows.length === 0 ? (
          <Panel flush>
            <EmptyState title="No statistics yet">
              Totals appear here when schools submit designations.
            </EmptyState>
          </Panel>
        ) : (
          <>
            <Charts rows={rows} groups={groups} isPart={rows.length < total} />
            <Panel
              flush
              footer={
                <>
                  <p>
                    “Students” counts students on submitted lists that weren&apos;t rejected. Days are
                    medians: from submission to decision, and from return to resubmission.
                  </p>
                  <Pagination
                    one={by}
                    many={groups}
                    shown={rows.length}
                    total={total}
                    {...numberedPages(statisticsList, search, {
                      page,
                      total,
                      pageSize: statisticsPageSize(by),
                    })}
                  />
                </>
              }
            >
              <StatisticsTable by={by} rows={rows} search={search} />
            </Panel>
            <ReasonsTable by={by} rows={rows} />
          </>
        )}
      </Stack>
    </>
  );
}

function YearChoice({
  years,
  search,
}: {
  years: readonly { id: string; year: number }[];
  search: URLSearchParams;
}) {
  const params = [...search].filter(([name]) => ['by', 'sort', 'direction'].includes(name));
  return (
    <Form method="get" action="/statistics">
      {params.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="field-and-button">
        <SelectField
          key={search.get('academicYearId')}
          name="academicYearId"
          label="Academic year"
          emptyLabel="All years"
          options={years.map(({ id, year }) => ({ value: id, label: String(year) }))}
          defaultValue={search.get('academicYearId') ?? ''}
        />
        <Button type="submit">Show statistics</Button>
      </div>
    </Form>
  );
}

interface ChartsProps {
  rows: readonly StatisticsRow[];
  groups: string;
  /** Whether other pages have more groups. */
  isPart: boolean;
}

/** Students of the listed groups, and the reasons for their returns. */
function Charts({ rows, groups, isPart }: ChartsProps) {
  const reasons = DECISION_REASONS.map((reason) => ({
    label: DECISION_REASON_LABELS[reason],
    value: rows.reduce((sum, row) => sum + row.reasons[reason], 0),
    tone: 'secondary' as const,
  })).filter(({ value }) => value > 0);
  return (
    <Columns equal>
      <Panel title="Students">
        {rows.length > LONGEST_CHART ? (
          <p>Shows the first {LONGEST_CHART}, in the same order as the table.</p>
        ) : null}
        <BarList
          bars={rows
            .slice(0, LONGEST_CHART)
            .map(({ name, students }) => ({ label: name || 'No city', value: students, tone: 'primary' }))}
        />
      </Panel>
      <Panel title="Reasons for returns">
        {isPart ? <p>Counts only the {groups} on this page.</p> : null}
        {reasons.length === 0 ? <p>No designations were returned.</p> : <BarList bars={reasons} />}
      </Panel>
    </Columns>
  );
}
