import { Link } from '@remix-run/react';
import { formatNumber } from '#app/lib/text/counted.ts';
import { BarCard } from '#app/components/home/chart-card.tsx';
import { designationsHref } from '#app/components/home/home-links.ts';
import { outstandingPages } from '#app/components/home/outstanding-pages.ts';
import type { Tone } from '#app/components/ui/badge.tsx';
import { SCHOOL_STATE_LABELS, type SchoolState } from '#app/schemas/enums.ts';
import type { AdminHomeResponse } from '#app/schemas/home-screens.ts';

/** Colors of the statuses (specification, section 4). */
const TONES: Record<SchoolState, Tone> = {
  NOT_STARTED: 'neutral',
  STARTED: 'info',
  PENDING: 'primary',
  RETURNED: 'secondary',
  APPROVED: 'success',
  REJECTED: 'danger',
};

/** Number of active schools by the state of their designation, with links to the designations. */
export function StateFigure({ states, year }: Pick<AdminHomeResponse, 'states' | 'year'>) {
  const hrefOf = (state: SchoolState) =>
    state === 'NOT_STARTED'
      ? outstandingPages.hrefOf(new URLSearchParams({ state }))
      : designationsHref(year.id, [state]);
  const total = states.reduce((sum, { schools }) => sum + schools, 0);
  return (
    <BarCard
      title="Active schools"
      description={`Designation status of all active schools (${formatNumber(total)}).`}
      bars={states.map(({ state, schools }) => ({
        label: SCHOOL_STATE_LABELS[state],
        value: schools,
        tone: TONES[state],
        href: hrefOf(state),
      }))}
      rows={states}
      rowKey={({ state }) => state}
      columns={[
        {
          key: 'state',
          header: 'Status',
          rowHeader: true,
          cell: ({ state }) => <Link to={hrefOf(state)}>{SCHOOL_STATE_LABELS[state]}</Link>,
        },
        { key: 'schools', header: 'Schools', align: 'end', cell: ({ schools }) => formatNumber(schools) },
      ]}
    />
  );
}
