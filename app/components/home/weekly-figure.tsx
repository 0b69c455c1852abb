import { useMemo } from 'react';
import { counted, formatNumber } from '#app/lib/text/counted.ts';
import { LineCard } from '#app/components/home/chart-card.tsx';
import { designationsHref, SUBMITTED_STATUSES } from '#app/components/home/home-links.ts';
import type { LineChart } from '#app/components/home/line-chart.ts';
import type { AdminHomeResponse } from '#app/schemas/home-screens.ts';

type Weekly = NonNullable<AdminHomeResponse['weekly']>;

/** Cumulative first submissions per week, each year relative to its own due date. */
export function WeeklyFigure({ weekly }: { weekly: Weekly }) {
  const { years, unknownYears, weeks } = weekly;
  const chart = useMemo<LineChart>(
    () => ({
      steps: weekly.weeks.map(({ week }) => (week > 0 ? `+${week}` : String(week).replace('-', '−'))),
      stepLabel: 'Weeks before (−) and after (+) the due date',
      lines: weekly.years.map(({ id, year }, index) => ({
        label: String(year),
        href: designationsHref(id, SUBMITTED_STATUSES),
        values: weekly.weeks.map(({ submitted }) => submitted[index] ?? null),
      })),
      mark: { step: weekly.weeks.findIndex(({ week }) => week === 0), label: 'Due' },
    }),
    [weekly],
  );
  const unknown =
    unknownYears.length === 0
      ? ''
      : ` We can't compare ${unknownYears.join(' and ')}, which had no due date or no record of submissions.`;
  return (
    <LineCard
      title="Submissions by week"
      description={`How many schools had submitted by the end of each week before and after the due date. Resubmissions aren't counted.${unknown}`}
      chart={chart}
      rows={weeks}
      rowKey={({ week }) => String(week)}
      columns={[
        { key: 'week', header: 'Week', rowHeader: true, cell: ({ week }) => formatWeek(week) },
        ...years.map(({ year }, index) => ({
          key: String(year),
          header: String(year),
          align: 'end' as const,
          cell: ({ submitted }: Weekly['weeks'][number]) => {
            const count = submitted[index] ?? null;
            return count === null ? (
              <span className="text-body-secondary">Not yet</span>
            ) : (
              formatNumber(count)
            );
          },
        })),
      ]}
    />
  );
}

/** Returns 'Due week', '1 week before', or '2 weeks after'. */
function formatWeek(week: number): string {
  if (week === 0) return 'Due week';
  const count = counted(Math.abs(week), 'week');
  return `${count} ${week < 0 ? 'before' : 'after'}`;
}
