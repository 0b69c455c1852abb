import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { rolloverSentences } from '#app/messages/rollover-labels.ts';
import type { AcademicYearResponse } from '#app/schemas/academic-year.ts';
import type { RolloverReport } from '#app/schemas/rollover.ts';
import { YEAR_DATE_LIST } from '#app/schemas/year-fields.ts';

/** Describes what a rollover will do, with the old and new dates. */
export function RolloverPlan({ report }: { report: RolloverReport }) {
  const { active, closed } = report;
  type DateRow = (typeof YEAR_DATE_LIST)[number];
  const column = (year: AcademicYearResponse, header: string): Column<DateRow> => ({
    key: header,
    header,
    cell: ([name]) => <Moment iso={year[name]} />,
  });
  return (
    <>
      <Panel title="What will happen">
        <ul>
          {rolloverSentences(report).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="m-0 text-body-secondary">Nothing has changed yet.</p>
      </Panel>
      <Panel title="Dates before and after" flush>
        <DataTable
          caption="Dates before and after"
          rows={YEAR_DATE_LIST}
          rowKey={([name]) => name}
          columns={[
            { key: 'date', header: 'Date', rowHeader: true, cell: ([, { label }]) => label },
            ...(closed === null ? [] : [column(closed, String(closed.year))]),
            column(active, String(active.year)),
          ]}
        />
      </Panel>
    </>
  );
}

function Moment({ iso }: { iso: string | null }) {
  return iso === null ? <span className="text-body-secondary">Not set</span> : <AlaskaTime iso={iso} />;
}
