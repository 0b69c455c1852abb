import { DECISION_REASONS, DECISION_REASON_LABELS } from '#app/schemas/enums.ts';
import type { StatisticsRow } from '#app/schemas/statistics.ts';
import { STATISTICS_GROUPS, type StatisticsGroup } from '#app/schemas/statistics-groups.ts';

/** The figures that have a column of their own everywhere. */
export const STATISTICS_FIGURES = {
  schools: 'Schools',
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Rejected',
  students: 'Students',
  reviewDays: 'Days to review',
  correctionDays: 'Days to resubmit',
  returns: 'Returns',
} as const satisfies Partial<Record<keyof StatisticsRow, string>>;
export type StatisticsFigure = keyof typeof STATISTICS_FIGURES;

export const STATISTICS_FIGURE_NAMES = Object.keys(STATISTICS_FIGURES) as readonly StatisticsFigure[];

interface StatisticsColumn {
  readonly title: string;
  readonly text: (row: StatisticsRow) => string;
}

/** The columns of the CSV file and of the command's table. Figures that aren't known are empty. */
export function statisticsColumns(by: StatisticsGroup): readonly StatisticsColumn[] {
  return [
    { title: STATISTICS_GROUPS[by], text: ({ name }) => name },
    ...STATISTICS_FIGURE_NAMES.map((figure) => ({
      title: STATISTICS_FIGURES[figure],
      text: (row: StatisticsRow) => String(row[figure] ?? ''),
    })),
    ...DECISION_REASONS.map((reason) => ({
      title: `Reason: ${DECISION_REASON_LABELS[reason]}`,
      text: ({ reasons }: StatisticsRow) => String(reasons[reason]),
    })),
  ];
}
