import { Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { grouped } from '#app/lib/text/counted.ts';
import { OUTSTANDING_ID, outstandingPages } from '#app/components/home/outstanding-pages.ts';
import { numberedPages } from '#app/components/listing/list-query.ts';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { MAIL_STATE_LABELS, SCHOOL_STATE_LABELS } from '#app/schemas/enums.ts';
import type { AdminHomeAnswer } from '#app/schemas/home-screens.ts';

type OutstandingSchool = AdminHomeAnswer['outstanding'][number];

interface OutstandingSchoolsProps {
  home: Pick<AdminHomeAnswer, 'outstanding' | 'outstandingTotal' | 'year'>;
  page: number;
  search: URLSearchParams;
}

/** Schools we haven't heard from, ordered by last year's size, with links to email them. */
export function OutstandingSchools({ home, page, search }: OutstandingSchoolsProps) {
  const { outstanding, outstandingTotal: total, year } = home;
  return (
    <div id={OUTSTANDING_ID}>
      <Panel
        title="Outstanding schools"
        level={3}
        flush
        actions={
          total === 0 ? null : (
            <ButtonLink to="/outstanding-schools" variant="primary" size="sm">
              Email outstanding schools
            </ButtonLink>
          )
        }
        footer={
          <>
            <p>
              Active schools that haven&apos;t started, submitted, or resubmitted after a return. Sorted by
              number of students last year, largest first.
            </p>
            {total === 0 ? null : (
              <Pagination
                one="school"
                many="schools"
                shown={outstanding.length}
                total={total}
                {...numberedPages(outstandingPages, search, { page, total })}
              />
            )}
          </>
        }
      >
        <DataTable
          caption="Outstanding schools"
          rows={outstanding}
          rowKey={({ id }) => id}
          columns={columnsOf(year.year - 1)}
          empty={
            <EmptyState title="We've heard from every active school.">
              There&apos;s no one to email.
            </EmptyState>
          }
        />
      </Panel>
    </div>
  );
}

function columnsOf(lastYear: number): Column<OutstandingSchool>[] {
  return [
    {
      key: 'name',
      header: 'School',
      rowHeader: true,
      cell: ({ id, name }) => <Link to={`/highschools/${id}`}>{name}</Link>,
    },
    {
      key: 'students',
      header: `Students in ${lastYear}`,
      align: 'end',
      cell: ({ lastYearStudents }) => grouped(lastYearStudents),
    },
    {
      key: 'state',
      header: 'Status',
      cell: ({ state, extendedDueAt }) => (
        <>
          <State state={state} />
          {extendedDueAt === null ? null : (
            <span className="cell-note">
              Extended to <AlaskaTime iso={extendedDueAt} />
            </span>
          )}
        </>
      ),
    },
    { key: 'phone', header: 'Phone', nowrap: true, cell: ({ phone }) => phone },
    { key: 'signedIn', header: 'Last sign-in', cell: (school) => <LastSignIn {...school} /> },
    {
      key: 'mail',
      header: 'Last email',
      cell: ({ lastMail }) =>
        lastMail === null ? (
          'None'
        ) : (
          <>
            <AlaskaTime iso={lastMail.at} />
            <span className="cell-note">{MAIL_STATE_LABELS[lastMail.state]}</span>
          </>
        ),
    },
  ];
}

function State({ state }: Pick<OutstandingSchool, 'state'>) {
  if (state !== 'NOT_STARTED') return <StatusBadge status={state} />;
  return <Badge tone="neutral">{SCHOOL_STATE_LABELS[state]}</Badge>;
}

function LastSignIn({ staff, lastSignedInAt }: Pick<OutstandingSchool, 'staff' | 'lastSignedInAt'>) {
  if (staff === 0) return <>No staff</>;
  return lastSignedInAt === null ? <>Never</> : <AlaskaTime iso={lastSignedInAt} />;
}
