import { Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { formatNumber } from '#app/lib/text/counted.ts';
import { NOTES_ID } from '#app/config/constants.ts';
import { OUTSTANDING_ID, outstandingPages } from '#app/components/home/outstanding-pages.ts';
import { numberedPages } from '#app/components/listing/list-query.ts';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { formatDay } from '#app/lib/time/zoned-time.ts';
import { EMAIL_STATE_LABELS, REMINDER_STATES, SCHOOL_STATE_LABELS } from '#app/schemas/enums.ts';
import type { AdminHomeResponse, OutstandingSchool } from '#app/schemas/home-screens.ts';

interface OutstandingSchoolsProps {
  home: Pick<
    AdminHomeResponse,
    'outstanding' | 'outstandingFound' | 'outstandingState' | 'outstandingTotal' | 'states' | 'year'
  >;
  page: number;
  search: URLSearchParams;
}

/** Schools we haven't heard from, ordered by last year's size, with links to email them. */
export function OutstandingSchools({ home, page, search }: OutstandingSchoolsProps) {
  const {
    outstanding,
    outstandingFound: found,
    outstandingState: state,
    outstandingTotal: total,
    year,
  } = home;
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
              Active schools that haven&apos;t submitted a designation, or haven&apos;t resubmitted one that
              we returned. Schools with the most students last year come first. Snoozed schools come last.
            </p>
            {found === 0 ? null : (
              <Pagination
                one="school"
                many="schools"
                shown={outstanding.length}
                total={found}
                {...numberedPages(outstandingPages, search, { page, total: found })}
              />
            )}
          </>
        }
      >
        {total === 0 ? null : <States {...home} />}
        <DataTable
          dense
          caption="Outstanding schools"
          rows={outstanding}
          rowKey={({ id }) => id}
          columns={columnsOf(year.year - 1)}
          empty={
            total === 0 || state === null ? (
              <EmptyState title="We've heard from every active school.">
                There&apos;s no one to email.
              </EmptyState>
            ) : (
              <EmptyState title={`No outstanding schools have the status “${SCHOOL_STATE_LABELS[state]}”.`} />
            )
          }
        />
      </Panel>
    </div>
  );
}

/** Links to the outstanding schools of each state. */
function States({ states, outstandingState, outstandingTotal }: OutstandingSchoolsProps['home']) {
  const links = [
    { state: null, label: 'All', schools: outstandingTotal },
    ...REMINDER_STATES.map((state) => ({
      state,
      label: SCHOOL_STATE_LABELS[state],
      schools: states.find((one) => one.state === state)?.schools ?? 0,
    })),
  ];
  return (
    <nav className="cluster card-body" aria-label="Outstanding schools by status">
      {links.map(({ state, label, schools }) => (
        <ButtonLink
          key={label}
          to={outstandingPages.hrefOf(new URLSearchParams(state === null ? {} : { state }))}
          size="sm"
          variant={state === outstandingState ? 'primary' : 'outline'}
          aria-current={state === outstandingState ? 'page' : undefined}
        >
          {label} {formatNumber(schools)}
        </ButtonLink>
      ))}
    </nav>
  );
}

function columnsOf(lastYear: number): Column<OutstandingSchool>[] {
  return [
    {
      key: 'name',
      header: 'School',
      rowHeader: true,
      cell: ({ id, name, lastCall, snoozedUntil }) => (
        <>
          <Link to={`/highschools/${id}`}>{name}</Link>
          {lastCall === null ? null : (
            <span className="cell-note text-break">
              Last phone call <AlaskaTime iso={lastCall.at} />: {lastCall.text}
            </span>
          )}
          {snoozedUntil === null ? null : (
            <span className="cell-note">Snoozed until {formatDay(snoozedUntil)}</span>
          )}
        </>
      ),
    },
    {
      key: 'students',
      header: `Students in ${lastYear}`,
      align: 'end',
      cell: ({ lastYearStudents }) => formatNumber(lastYearStudents),
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
      key: 'email',
      header: 'Last email',
      cell: ({ lastEmail }) =>
        lastEmail === null ? (
          'None'
        ) : (
          <>
            <AlaskaTime iso={lastEmail.at} />
            <span className="cell-note">{EMAIL_STATE_LABELS[lastEmail.state]}</span>
          </>
        ),
    },
    {
      key: 'actions',
      header: 'Actions',
      isScreenOnly: true,
      cell: ({ id, name }) => (
        <span className="cluster">
          <Link to={`/outstanding-schools?schoolIds=${id}`} aria-label={`Email ${name}`}>
            Email
          </Link>
          <Link to={`/highschools/${id}#${NOTES_ID}`} aria-label={`Log a call or snooze ${name}`}>
            Call or snooze
          </Link>
        </span>
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
