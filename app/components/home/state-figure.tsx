import { useMemo } from 'react';
import { grouped } from '#app/lib/text/counted.ts';
import { ChartCard } from '#app/components/home/chart-card.tsx';
import type { ChartModel } from '#app/components/home/chart-model.ts';
import type { Tone } from '#app/components/ui/badge.tsx';
import { SCHOOL_STATE_LABELS, type SchoolState } from '#app/schemas/enums.ts';
import type { AdminHomeAnswer } from '#app/schemas/home-screens.ts';

/** Colors of the statuses (specification, section 4). */
const TONES: Record<SchoolState, Tone> = {
  NOT_STARTED: 'neutral',
  STARTED: 'info',
  PENDING: 'primary',
  RETURNED: 'secondary',
  APPROVED: 'success',
  REJECTED: 'danger',
};

/** Number of active schools by the state of their designation. */
export function StateFigure({ states }: Pick<AdminHomeAnswer, 'states'>) {
  const chart = useMemo<ChartModel>(
    () => ({
      kind: 'bars',
      unit: 'Schools',
      bars: states.map(({ state, schools }) => ({
        label: SCHOOL_STATE_LABELS[state],
        value: schools,
        tone: TONES[state],
      })),
    }),
    [states],
  );
  const total = states.reduce((sum, { schools }) => sum + schools, 0);
  return (
    <ChartCard
      title="Active schools"
      description={`Designation status of all active schools (${grouped(total)}).`}
      chart={chart}
      rows={states}
      rowKey={({ state }) => state}
      columns={[
        {
          key: 'state',
          header: 'Status',
          rowHeader: true,
          cell: ({ state }) => SCHOOL_STATE_LABELS[state],
        },
        { key: 'schools', header: 'Schools', align: 'end', cell: ({ schools }) => grouped(schools) },
      ]}
    />
  );
}
