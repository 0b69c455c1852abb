import { Link } from '@remix-run/react';
import { counted } from '#app/lib/text/counted.ts';
import { DesignationTable } from '#app/components/designations/designation-table.tsx';
import { hrefOf } from '#app/components/designations/list-address.ts';
import { Panel } from '#app/components/ui/panel.tsx';
import type { DesignationRow } from '#app/schemas/designation-screens.ts';

interface ActiveYearDesignationsProps {
  year: { readonly id: string; readonly year: number };
  rows: readonly DesignationRow[];
  total: number;
}

/** The first of the active year's designations; the headings and the link below lead on to the list of all of them. */
export function ActiveYearDesignations({ year, rows, total }: ActiveYearDesignationsProps) {
  const search = new URLSearchParams({ academicYearId: year.id });
  return (
    <Panel
      title={`Designations of ${year.year}`}
      flush
      footer={
        <p className="m-0">
          {total > rows.length ? `Showing the first ${rows.length}. ` : null}
          <Link to={hrefOf(search)}>
            All {counted(total, 'designation', 'designations')} of {year.year}
          </Link>
        </p>
      }
    >
      <DesignationTable rows={rows} search={search} selectable={false} />
    </Panel>
  );
}
