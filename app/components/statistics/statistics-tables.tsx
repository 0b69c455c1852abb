import { Link } from '@remix-run/react';
import { designationsHref, SUBMITTED_STATUSES } from '#app/components/home/home-links.ts';
import { statisticsList } from '#app/components/statistics/statistics-url.ts';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import {
  STATISTICS_FIGURE_NAMES,
  STATISTICS_FIGURES,
  type StatisticsFigure,
} from '#app/messages/statistics-labels.ts';
import { formatNumber } from '#app/lib/text/counted.ts';
import { DECISION_REASON_LABELS, DECISION_REASONS, type DecisionReason } from '#app/schemas/enums.ts';
import type { StatisticsRow } from '#app/schemas/statistics.ts';
import { STATISTICS_GROUPS, STATISTICS_SORTS, type StatisticsGroup } from '#app/schemas/statistics-groups.ts';

interface StatisticsTableProps {
  by: StatisticsGroup;
  rows: readonly StatisticsRow[];
  search: URLSearchParams;
}

const sortOf = (figure: StatisticsFigure) => STATISTICS_SORTS.find((sort) => sort === figure);

/** The figures of each group; a school's and a year's name lead to their pages. */
export function StatisticsTable({ by, rows, search }: StatisticsTableProps) {
  return (
    <DataTable
      dense
      wide={false}
      caption={`Statistics by ${STATISTICS_GROUPS[by].toLowerCase()}`}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        nameColumn(by, search),
        ...figuresOf(by).map((figure): Column<StatisticsRow> => {
          const sort = sortOf(figure);
          return {
            key: figure,
            header: STATISTICS_FIGURES[figure],
            align: 'end',
            cell: (row) => <Figure value={row[figure]} />,
            ...(sort === undefined ? {} : sorting(search, sort)),
          };
        }),
      ]}
    />
  );
}

/** How many returns of each group named each reason. */
export function ReasonsTable({ by, rows }: Omit<StatisticsTableProps, 'search'>) {
  const returned = rows.filter(({ returns }) => returns > 0);
  const used = DECISION_REASONS.filter((reason) => returned.some(({ reasons }) => reasons[reason] > 0));
  if (used.length === 0) return null;
  return (
    <Panel
      title={`Reasons by ${STATISTICS_GROUPS[by].toLowerCase()}`}
      flush
      footer={<p>A return can have several reasons. Only rows with returns are shown.</p>}
    >
      <DataTable
        caption={`Reasons for returns by ${STATISTICS_GROUPS[by].toLowerCase()}`}
        dense
        wide={false}
        rows={returned}
        rowKey={({ key }) => key}
        columns={[
          { key: 'name', header: STATISTICS_GROUPS[by], rowHeader: true, cell: ({ name }) => name },
          ...used.map((reason: DecisionReason): Column<StatisticsRow> => ({
            key: reason,
            header: DECISION_REASON_LABELS[reason],
            align: 'end',
            cell: ({ reasons }) => <Figure value={reasons[reason]} />,
          })),
        ]}
      />
    </Panel>
  );
}

/** Omits the number of schools when grouping by school, because it's always 1. */
function figuresOf(by: StatisticsGroup): readonly StatisticsFigure[] {
  return STATISTICS_FIGURE_NAMES.filter((figure) => by !== 'school' || figure !== 'schools');
}

function nameColumn(by: StatisticsGroup, search: URLSearchParams): Column<StatisticsRow> {
  return {
    key: 'name',
    header: STATISTICS_GROUPS[by],
    rowHeader: true,
    cell: ({ key, name }) => {
      if (by === 'school') return <Link to={`/highschools/${key}`}>{name}</Link>;
      if (by === 'year') return <Link to={designationsHref(key, SUBMITTED_STATUSES)}>{name}</Link>;
      return name || 'No city';
    },
    ...sorting(search, 'name'),
  };
}

function sorting(search: URLSearchParams, sort: (typeof STATISTICS_SORTS)[number]) {
  const sorted = statisticsList.sortedAs(search, sort);
  return { sortHref: statisticsList.sortHref(search, sort), ...(sorted === undefined ? {} : { sorted }) };
}

function Figure({ value }: { value: number | null }) {
  return value === null ? <span className="text-body-secondary">None</span> : <>{formatNumber(value)}</>;
}
