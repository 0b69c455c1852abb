import type { ChartModel } from '#app/components/home/chart-model.ts';
import { useChart } from '#app/components/home/use-chart.ts';
import { classNames } from '#app/components/ui/class-names.ts';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { Panel } from '#app/components/ui/panel.tsx';

interface HomeFigureProps<Row> {
  title: string;
  /** What the chart shows, in a sentence. */
  description: string;
  chart: ChartModel;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/**
 * A chart with the numbers it is drawn from: in a table that opens below it, and that stands open where no script runs. `chart`
 * must stay the same object while it shows the same.
 */
export function ChartCard<Row>({ title, description, chart, ...table }: HomeFigureProps<Row>) {
  const { ref, failed } = useChart(chart);
  const numbers = <DataTable caption={title} {...table} />;
  return (
    <Panel title={title} level={3}>
      <p>{description}</p>
      {failed ? (
        numbers
      ) : (
        <>
          <div className={classNames('chart-frame script-needed', `chart-${chart.kind}`)}>
            <canvas ref={ref} role="img" aria-label={`${title}. ${description}`} />
          </div>
          <details className="chart-numbers script-needed">
            <summary>{title}: the numbers</summary>
            {numbers}
          </details>
          <noscript>{numbers}</noscript>
        </>
      )}
    </Panel>
  );
}
