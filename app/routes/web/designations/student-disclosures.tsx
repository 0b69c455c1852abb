import { useLoaderData, useSearchParams } from '@remix-run/react';
import { DisclosureTable } from '#app/components/designations/disclosure-table.tsx';
import { listQueryOf, reviewHref } from '#app/components/designations/review-url.ts';
import { listQuery, numberedPages } from '#app/components/listing/list-query.ts';
import { titled } from '#app/components/site/titled.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { getStudentDisclosures } from '#app/domain/disclosures/list-disclosures.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { PageNumberQuerySchema } from '#app/schemas/listing.ts';
import { StudentParamsSchema } from '#app/schemas/route-params.ts';
import { StudentDisclosuresScreenSchema } from '#app/schemas/student-disclosure.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Disclosures');

export const loader = screen(async ({ ctx, params, url }) => {
  authorize(ctx.actor, 'students.readDisclosures');
  const ids = StudentParamsSchema.safeParse(params).data;
  if (ids === undefined) throw new NotFound();
  const { page } = parseQuery(PageNumberQuerySchema, url.searchParams);
  const response = await getStudentDisclosures(ctx, {
    designationId: ids.id,
    studentId: ids.studentId,
    page: { limit: SCREEN_PAGE_SIZE, offset: (page - 1) * SCREEN_PAGE_SIZE },
  });
  return { ...response, page };
}, StudentDisclosuresScreenSchema);

/** For administrators: who obtained a student's data, when, and why (34 CFR 99.32). Shows none of that data. */
export default function StudentDisclosures() {
  const { designationId, studentId, position, highSchoolName, year, disclosures, total, page } =
    useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const pages = listQuery({
    path: `/designations/${designationId}/students/${studentId}/disclosures`,
    sorts: { latest: 'Latest' },
    largestFirst: ['latest'],
    paging: ['page'],
  });
  return (
    <>
      <PageHeader
        back={{
          to: reviewHref(designationId, listQueryOf(pages.listOf(search))),
          label: highSchoolName,
        }}
        title={`Disclosures for student ${position}`}
        subtitle={`${highSchoolName}, ${year} academic year. Who obtained this student's data, when, and why (34 CFR 99.32). The school's own staff are recorded at most once a day.`}
        actions={<ButtonLink to={`/audit?studentId=${studentId}`}>Audit log</ButtonLink>}
      />
      <Panel
        flush
        footer={
          total > SCREEN_PAGE_SIZE ? (
            <Pagination
              one="disclosure"
              many="disclosures"
              shown={disclosures.length}
              total={total}
              {...numberedPages(pages, search, { page, total })}
            />
          ) : null
        }
      >
        <DisclosureTable disclosures={disclosures} />
      </Panel>
    </>
  );
}
