import { useMemo } from 'react';
import { grouped } from '#app/lib/text/counted.ts';
import { ChartCard } from '#app/components/home/chart-card.tsx';
import type { ChartModel } from '#app/components/home/chart-model.ts';
import type { Tone } from '#app/components/ui/badge.tsx';
import type { AdminHomeAnswer } from '#app/schemas/home-screens.ts';

interface StudentRow {
  readonly label: string;
  readonly value: number;
  readonly tone: Tone;
}

/** Number of students compared with last year, at the same time before the due date and in total. */
export function StudentFigure({ students }: Pick<AdminHomeAnswer, 'students'>) {
  const rows = useMemo(() => rowsOf(students), [students]);
  const chart = useMemo<ChartModel>(() => ({ kind: 'bars', unit: 'Students', bars: rows }), [rows]);
  const { lastYear } = students;
  const beside =
    lastYear === null
      ? "There's no earlier year to compare with."
      : lastYear.atThisTime === null
        ? `We don't know how many there were at this time in ${lastYear.year}.`
        : `“At this time” means the same number of days before or after the due date.`;
  return (
    <ChartCard
      title="Students so far"
      description={`On lists that were submitted and not rejected. ${beside}`}
      chart={chart}
      rows={rows}
      rowKey={({ label }) => label}
      columns={[
        { key: 'label', header: 'Year', rowHeader: true, cell: ({ label }) => label },
        { key: 'students', header: 'Students', align: 'end', cell: ({ value }) => grouped(value) },
      ]}
    />
  );
}

function rowsOf({ year, students, lastYear }: AdminHomeAnswer['students']): StudentRow[] {
  const rows: StudentRow[] = [{ label: `${year} so far`, value: students, tone: 'primary' }];
  if (lastYear === null) return rows;
  if (lastYear.atThisTime !== null) {
    rows.push({ label: `${lastYear.year} at this time`, value: lastYear.atThisTime, tone: 'secondary' });
  }
  return [...rows, { label: `${lastYear.year} final`, value: lastYear.students, tone: 'neutral' }];
}
