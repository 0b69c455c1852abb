import type { ChartModel } from '#app/components/home/chart-model.ts';
import { classNames } from '#app/components/ui/class-names.ts';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { type RefObject, useEffect, useRef, useState } from 'react';

const REST_MS = 200;
/** Maximum wait for the browser to become idle, in milliseconds. */
const LATEST_MS = 5_000;

function whenIdle(run: () => void): () => void {
  let callOff = () => window.removeEventListener('load', wait);
  const wait = () => {
    if (typeof window.requestIdleCallback === 'function') {
      const id = window.requestIdleCallback(run, { timeout: LATEST_MS });
      callOff = () => window.cancelIdleCallback(id);
    } else {
      const id = window.setTimeout(run, REST_MS);
      callOff = () => window.clearTimeout(id);
    }
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => callOff();
}

/**
 * Draws a chart on the canvas of `ref` once the page is idle; `failed` if the library can't be loaded.
 * Pass the same chart object while it is unchanged.
 */
function useChart(chart: ChartModel): { ref: RefObject<HTMLCanvasElement>; failed: boolean } {
  const ref = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let erase = () => {};
    let isGone = false;
    const callOff = whenIdle(() => {
      import('#app/components/home/render-chart.ts').then(
        ({ renderChart: drawPicture }) => {
          if (!isGone && ref.current !== null) erase = drawPicture(ref.current, chart);
        },
        () => setFailed(true),
      );
    });
    return () => {
      isGone = true;
      callOff();
      erase();
    };
  }, [chart]);
  return { ref, failed };
}

interface ChartCardProps<Row> {
  title: string;
  description: string;
  chart: ChartModel;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/**
 * Chart with its numbers in a table that opens below it, and is always open without JavaScript.
 * Pass the same chart object while it is unchanged.
 */
export function ChartCard<Row>({ title, description, chart, ...table }: ChartCardProps<Row>) {
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
            <summary>{title} as a table</summary>
            {numbers}
          </details>
          <noscript>{numbers}</noscript>
        </>
      )}
    </Panel>
  );
}
