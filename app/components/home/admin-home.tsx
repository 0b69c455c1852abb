import { Link } from '@remix-run/react';
import { DueLine } from '#app/components/dashboard/due-line.tsx';
import { OutstandingSchools } from '#app/components/home/outstanding-schools.tsx';
import { StateFigure } from '#app/components/home/state-figure.tsx';
import { StudentFigure } from '#app/components/home/student-figure.tsx';
import { WeeklyFigure } from '#app/components/home/weekly-figure.tsx';
import { Columns, Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { AdminHomeResponse } from '#app/schemas/home-screens.ts';

interface AdminHomeProps {
  home: AdminHomeResponse;
  /** Current time, ISO 8601. */
  now: string;
  /** Page of the outstanding schools, from 1, and the URL's query. */
  page: number;
  search: URLSearchParams;
}

/** The active year: outstanding schools, and three charts with their numbers. */
export function AdminHome({ home, now, page, search }: AdminHomeProps) {
  const { year, weekly } = home;
  return (
    <section aria-labelledby="year-overview">
      <Stack>
        <div>
          <h2 id="year-overview">{year.year} at a glance</h2>
          {year.dueAt === null ? null : (
            <p>
              <DueLine dueAt={year.dueAt} now={now} />
            </p>
          )}
        </div>
        <OutstandingSchools home={home} page={page} search={search} />
        <Columns equal>
          <StateFigure {...home} />
          <StudentFigure {...home} />
        </Columns>
        {weekly === null ? (
          <Panel title="Submissions by week" level={3}>
            <p>
              The {year.year} academic year has no due date to compare with.{' '}
              <Link to={`/years/${year.id}`}>Set its dates</Link>
            </p>
          </Panel>
        ) : (
          <WeeklyFigure weekly={weekly} />
        )}
      </Stack>
    </section>
  );
}
