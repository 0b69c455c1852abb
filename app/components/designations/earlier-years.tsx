import { Link } from '@remix-run/react';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { YearFigures } from '#app/schemas/designation-review.ts';
import { criteriaLabel } from '#app/schemas/enums.ts';

/** Minimum relative change of the class size that is pointed out. */
const CONSPICUOUS_SHARE = 0.2;

interface EarlierYearsProps {
  current: YearFigures;
  /** Newest first. */
  earlier: readonly YearFigures[];
}

/** The figures of the school's designation and of earlier years, with a label for each notable difference. */
export function EarlierYears({ current, earlier }: EarlierYearsProps) {
  const rows = [current, ...earlier];
  return (
    <Panel title="The school's designations by year" flush={earlier.length > 0}>
      {earlier.length === 0 ? (
        <p>This is the school&apos;s first designation.</p>
      ) : (
        <DataTable
          caption="The school's designations by year"
          rows={rows}
          rowKey={({ id }) => id}
          dense
          columns={[
            {
              key: 'year',
              header: 'Year',
              rowHeader: true,
              cell: (row) =>
                row === current ? row.year : <Link to={`/designations/${row.id}`}>{row.year}</Link>,
            },
            { key: 'classSize', header: 'Class size', cell: (row) => <ClassSize row={row} rows={rows} /> },
            { key: 'students', header: 'Students', cell: ({ studentCount }) => studentCount },
            { key: 'criteria', header: 'Criteria', cell: (row) => <Criteria row={row} rows={rows} /> },
            { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
          ]}
        />
      )}
    </Panel>
  );
}

interface FigureProps {
  row: YearFigures;
  /** Newest first; the rows after `row` are older. */
  rows: readonly YearFigures[];
}

function ClassSize({ row, rows }: FigureProps) {
  const before = olderThan(row, rows).find(({ classSize }) => classSize !== null);
  return (
    <Figure
      value={row.classSize === null ? null : String(row.classSize)}
      remark={classSizeDifference(row.classSize, before)}
    />
  );
}

function Criteria({ row, rows }: FigureProps) {
  const before = olderThan(row, rows).find(({ criteria }) => criteria !== null);
  const isOther = row.criteria !== null && before !== undefined && before.criteria !== row.criteria;
  return (
    <Figure
      value={row.criteria === null ? null : criteriaLabel(row.criteria)}
      remark={isOther ? `Different from ${before.year}` : null}
    />
  );
}

function Figure({ value, remark }: { value: string | null; remark: string | null }) {
  return (
    <div>
      {value ?? <span className="text-body-secondary">Not provided</span>}
      {remark === null ? null : <span className="cell-note fw-semibold text-danger">{remark}</span>}
    </div>
  );
}

function olderThan(row: YearFigures, rows: readonly YearFigures[]): readonly YearFigures[] {
  return rows.slice(rows.indexOf(row) + 1);
}

/**
 * Returns 'Larger by 25 % than in 2025' or 'Smaller by 30 % than in 2025' if the class size changed by more
 * than a fifth; null otherwise or if either size is unknown.
 */
export function classSizeDifference(
  classSize: number | null,
  earlier: { readonly year: number; readonly classSize: number | null } | undefined,
): string | null {
  if (classSize === null || earlier?.classSize === undefined || earlier.classSize === null) return null;
  const difference = classSize - earlier.classSize;
  if (Math.abs(difference) <= earlier.classSize * CONSPICUOUS_SHARE) return null;
  const word = difference > 0 ? 'larger' : 'smaller';
  if (earlier.classSize === 0) return `There were no juniors in ${earlier.year}`;
  const percent = Math.round((Math.abs(difference) / earlier.classSize) * 100);
  return `${percent}% ${word} than in ${earlier.year}`;
}
