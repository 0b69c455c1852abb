import { useLoaderData, useSearchParams } from '@remix-run/react';
import { listQueryOf, reviewHref } from '#app/components/designations/review-url.ts';
import { StudentComparisons } from '#app/components/designations/student-comparisons.tsx';
import { titled } from '#app/components/site/titled.ts';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { compareStudents } from '#app/domain/students/compare-students.server.ts';
import { CompareStudentsScreenSchema } from '#app/schemas/student-comparison.ts';
import { screen, screenId } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Compare students');

export const loader = screen(
  ({ ctx, params }) => compareStudents(ctx, screenId(params)),
  CompareStudentsScreenSchema,
);

/** For administrators: students who may be on two schools' lists, side by side (decisions, section 5). */
export default function CompareStudents() {
  const { designation, comparisons } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const { id, highSchool, academicYear } = designation;
  return (
    <>
      <PageHeader
        back={{ to: reviewHref(id, listQueryOf(search)), label: highSchool.name }}
        title="Compare students"
        subtitle={`${highSchool.name}, ${academicYear.year} academic year. If a student is dual-enrolled, the school where they have the most credits designates them.`}
      />
      {comparisons.length === 0 ? (
        <EmptyState
          title="No students in this designation match anyone on another school's list."
          icon="check"
        />
      ) : (
        <StudentComparisons comparisons={comparisons} />
      )}
    </>
  );
}
