import { Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/domain/alaska-time.tsx';
import { grouped } from '#app/lib/counted.ts';
import { SILENT_PLACE, silentPages } from '#app/components/domain/home/silent-pages.ts';
import { numberedPages } from '#app/components/domain/listing/list-query.ts';
import { StatusBadge } from '#app/components/domain/status-badge.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { MAIL_STATE_LABELS, SCHOOL_STATE_LABELS } from '#app/schemas/enums.ts';
import type { AdminHomeAnswer } from '#app/schemas/home-screens.ts';

type SilentSchool = AdminHomeAnswer['silent'][number];

interface SilentSchoolsProps {
  home: Pick<AdminHomeAnswer, 'silent' | 'silentTotal' | 'year'>;
  page: number;
  search: URLSearchParams;
}

/** The schools that have not answered, by last year's size, with the way to write to exactly these. */
export function SilentSchools({ home, page, search }: SilentSchoolsProps) {
  const { silent, silentTotal: total, year } = home;
  return (
    <div id={SILENT_PLACE}>
      <Panel
        title="Who has not answered"
        level={3}
        flush
        actions={
          total === 0 ? null : (
            <ButtonLink to="/silent-schools" variant="primary" size="sm">
              {total === 1 ? 'Write to this school' : `Write to these ${grouped(total)} schools`}
            </ButtonLink>
          )
        }
        footer={
          <>
            <p>
              Active schools that have not started, that have not submitted what they started, or that have
              not submitted again what was returned. The largest of last year come first.
            </p>
            {total === 0 ? null : (
              <Pagination
                one="school"
                many="schools"
                shown={silent.length}
                total={total}
                {...numberedPages(silentPages, search, { page, total })}
              />
            )}
          </>
        }
      >
        <DataTable
          caption="Schools that have not answered"
          rows={silent}
          rowKey={({ id }) => id}
          columns={columnsOf(year.year - 1)}
          empty={
            <EmptyState title="Every active school has answered.">There is nobody to write to.</EmptyState>
          }
        />
      </Panel>
    </div>
  );
}

function columnsOf(lastYear: number): Column<SilentSchool>[] {
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
    { key: 'state', header: 'Status', cell: ({ state }) => <State state={state} /> },
    { key: 'phone', header: 'Phone', nowrap: true, cell: ({ phone }) => phone },
    { key: 'signedIn', header: 'Last sign-in', cell: (school) => <LastSignIn {...school} /> },
    {
      key: 'mail',
      header: 'Last mail',
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

function State({ state }: Pick<SilentSchool, 'state'>) {
  if (state !== 'NOT_STARTED') return <StatusBadge status={state} />;
  return <Badge tone="neutral">{SCHOOL_STATE_LABELS[state]}</Badge>;
}

function LastSignIn({ staff, lastSignedInAt }: Pick<SilentSchool, 'staff' | 'lastSignedInAt'>) {
  if (staff === 0) return <>No staff</>;
  return lastSignedInAt === null ? <>Never</> : <AlaskaTime iso={lastSignedInAt} />;
}
