import { Link, useLoaderData } from '@remix-run/react';
import { DUPLICATES_PATH, returnHref } from '#app/components/designations/duplicate-url.ts';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Columns, Stack } from '#app/components/ui/layout.tsx';
import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { openDuplicatePair } from '#app/domain/warnings/duplicate-pairs.server.ts';
import { studentFullName } from '#app/students/student-labels.ts';
import { type ComparedList, ComparedPairSchema } from '#app/schemas/duplicate-pair.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { screen, screenId } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Compare lists');

export const loader = screen(
  ({ ctx, params }) =>
    openDuplicatePair(ctx, { id: screenId(params), otherId: screenId({ id: params['otherId'] }) }),
  ComparedPairSchema,
);

/** For administrators: two schools' lists side by side, with the students who may be on both marked. */
export default function DuplicatePair() {
  const { academicYear, lists } = useLoaderData<typeof loader>();
  const [one, other] = lists;
  const hasStudents = one.students.length > 0;
  return (
    <>
      <PageHeader
        back={{ to: `${DUPLICATES_PATH}?academicYearId=${academicYear.id}`, label: 'Students on two lists' }}
        title="Compare lists"
        subtitle={`${one.highSchool.name} and ${other.highSchool.name}, ${academicYear.year} academic year. The school where a student has the most credits designates them.`}
      />
      {hasStudents ? (
        <Stack>
          <Columns equal>
            {lists.map((list) => (
              <ComparedListPanel key={list.id} list={list} />
            ))}
          </Columns>
          <p>
            <Link to={`/designations/${one.id}/compare/students`}>
              Compare the students of {one.highSchool.name} field by field
            </Link>
          </p>
        </Stack>
      ) : (
        <EmptyState title="None of these students is on both lists anymore." icon="check">
          One of the lists has changed since we compared them.
        </EmptyState>
      )}
    </>
  );
}

const RETURNABLE: readonly DesignationStatus[] = ['PENDING', 'APPROVED'];

function ComparedListPanel({ list: { id, status, highSchool, students } }: { list: ComparedList }) {
  return (
    <Panel
      title={
        <>
          <Link to={`/designations/${id}`}>{highSchool.name}</Link> <StatusBadge status={status} />
        </>
      }
      flush
      footer={
        RETURNABLE.includes(status) ? (
          <ButtonLink to={returnHref(id)} size="sm">
            Return {highSchool.name}&apos;s designation for dual enrollment
          </ButtonLink>
        ) : null
      }
    >
      <DataTable
        caption={`Students of ${highSchool.name}`}
        rows={students.map((student, index) => ({ ...student, position: index + 1 }))}
        rowKey={(student) => student.id}
        dense
        columns={[
          {
            key: 'name',
            header: 'Name',
            rowHeader: true,
            cell: ({ position, matches, ...student }) => (
              <>
                <span className="text-body-secondary">{position}.</span>{' '}
                {studentFullName(student) || 'No name yet'}
                {matches.map((match) => (
                  <span key={match} className="cell-note">
                    <Badge tone="warning">Student {match} on the other list</Badge>
                  </span>
                ))}
              </>
            ),
          },
          {
            key: 'born',
            header: 'Date of birth',
            nowrap: true,
            cell: ({ dateOfBirth }) => <span className="birth-date">{dateOfBirth}</span>,
          },
          {
            key: 'email',
            header: 'Email',
            cell: ({ email }) => <EmailAddress address={email} />,
          },
        ]}
      />
    </Panel>
  );
}
