import { Form, Link, useLoaderData, useSearchParams } from '@remix-run/react';
import { DUPLICATES_PATH, duplicateList } from '#app/components/designations/duplicate-url.ts';
import { SelectField } from '#app/components/forms/select-field.tsx';
import { numberedPages } from '#app/components/listing/list-query.ts';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { openDuplicatePairs } from '#app/domain/warnings/duplicate-pairs.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { safeParseQuery } from '#app/lib/parse-query.ts';
import { counted } from '#app/lib/text/counted.ts';
import {
  type DuplicatePair,
  DuplicatePairsPageQuerySchema,
  DuplicatePairsScreenSchema,
} from '#app/schemas/duplicate-pair.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

const TITLE = 'Students on two lists';

export const meta = titled(TITLE);

export const loader = screen(async ({ ctx, url }) => {
  const query = safeParseQuery(DuplicatePairsPageQuerySchema, url.searchParams).data;
  if (query === undefined) throw new NotFound();
  const { page, academicYearId } = query;
  const paging = { limit: SCREEN_PAGE_SIZE, offset: (page - 1) * SCREEN_PAGE_SIZE };
  const found = await openDuplicatePairs(ctx, { ...paging, academicYearId });
  return { ...found, page };
}, DuplicatePairsScreenSchema);

/** For administrators: pairs of schools whose lists may share students, without the students' data. */
export default function Duplicates() {
  const { year, years, pairs, total, page } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader
        back={{ to: '/designations', label: 'Designations' }}
        title={TITLE}
        subtitle={
          year === null
            ? 'No academic year is active. Choose a year.'
            : `${year.year} academic year. A student can be on only one list. The school where a student has the most credits designates them. Pairs in which both designations are approved come last.`
        }
      />
      <Stack>
        <Form method="get" action={DUPLICATES_PATH}>
          <div className="field-and-button">
            <SelectField
              key={year?.id}
              name="academicYearId"
              label="Academic year"
              options={years.map(({ id, year: number }) => ({ value: id, label: String(number) }))}
              defaultValue={year?.id ?? ''}
            />
            <Button type="submit">Show pairs</Button>
          </div>
        </Form>
        <Panel
          flush
          footer={
            total === 0 ? null : (
              <Pagination
                one="pair"
                many="pairs"
                shown={pairs.length}
                total={total}
                {...numberedPages(duplicateList, search, { page, total })}
              />
            )
          }
        >
          <DataTable
            caption="Pairs of lists"
            rows={pairs}
            rowKey={({ designations: [one, other] }) => `${one.id} ${other.id}`}
            columns={COLUMNS}
            empty={
              <EmptyState title="No student is on two schools' lists." icon="check">
                We compare lists within a few seconds after a school saves them.
              </EmptyState>
            }
          />
        </Panel>
      </Stack>
    </>
  );
}

const COLUMNS = [
  {
    key: 'one',
    header: 'School',
    rowHeader: true,
    cell: ({ designations: [one] }: DuplicatePair) => <DesignationCell {...one} />,
  },
  {
    key: 'other',
    header: 'Other school',
    cell: ({ designations: [, other] }: DuplicatePair) => <DesignationCell {...other} />,
  },
  {
    key: 'students',
    header: 'Students',
    cell: ({ students }: DuplicatePair) => counted(students, 'student'),
  },
  {
    key: 'compare',
    header: 'Compare',
    headerHidden: true,
    align: 'end' as const,
    cell: ({ designations: [one, other] }: DuplicatePair) => (
      <Link
        className={buttonClass({ size: 'sm' })}
        to={`${DUPLICATES_PATH}/${one.id}/${other.id}`}
        prefetch="none"
      >
        Compare lists
        <VisuallyHidden>
          {' '}
          of {one.highSchool.name} and {other.highSchool.name}
        </VisuallyHidden>
      </Link>
    ),
  },
];

function DesignationCell({ id, highSchool, status }: DuplicatePair['designations'][number]) {
  return (
    <span>
      <Link to={`/designations/${id}`}>{highSchool.name}</Link> <StatusBadge status={status} />
    </span>
  );
}
