import { Link } from '@remix-run/react';
import { formatNumber } from '#app/lib/text/counted.ts';
import { BarCard } from '#app/components/home/chart-card.tsx';
import { designationsHref, SUBMITTED_STATUSES } from '#app/components/home/home-links.ts';
import type { Bar } from '#app/components/ui/bar-list.tsx';
import type { AdminHomeResponse } from '#app/schemas/home-screens.ts';

/** Number of students compared with last year, at the same time before the due date and in total. */
export function StudentFigure({ students, year }: Pick<AdminHomeResponse, 'students' | 'year'>) {
  const rows = barsOf(students, year.id);
  const { lastYear } = students;
  const comparison =
    lastYear === null
      ? "There's no earlier year to compare with."
      : lastYear.atThisTime === null
        ? `We don't know how many there were at this time in ${lastYear.year}.`
        : `“At this time” means the same number of days before or after the due date.`;
  return (
    <BarCard
      title="Students so far"
      description={`Students on submitted lists that weren't rejected. ${comparison}`}
      bars={rows}
      rows={rows}
      rowKey={({ label }) => label}
      columns={[
        {
          key: 'label',
          header: 'Year',
          rowHeader: true,
          cell: ({ label, href }) => (href === undefined ? label : <Link to={href}>{label}</Link>),
        },
        { key: 'students', header: 'Students', align: 'end', cell: ({ value }) => formatNumber(value) },
      ]}
    />
  );
}

function barsOf({ year, students, lastYear }: AdminHomeResponse['students'], yearId: string): Bar[] {
  const submitted = (id: string) => designationsHref(id, SUBMITTED_STATUSES);
  const bars: Bar[] = [
    { label: `${year} so far`, value: students, tone: 'primary', href: submitted(yearId) },
  ];
  if (lastYear === null) return bars;
  if (lastYear.atThisTime !== null) {
    const atThisTime = { label: `${lastYear.year} at this time`, value: lastYear.atThisTime } as const;
    bars.push({ ...atThisTime, tone: 'secondary', href: submitted(lastYear.id) });
  }
  const final = { label: `${lastYear.year} final`, value: lastYear.students } as const;
  return [...bars, { ...final, tone: 'neutral', href: submitted(lastYear.id) }];
}
