import type { LineChart } from '#app/components/home/line-chart.ts';
import { type Bar, BarList } from '#app/components/ui/bar-list.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { Link, useNavigate } from '@remix-run/react';
import { type RefObject, useEffect, useRef, useState } from 'react';

const IDLE_DELAY_MS = 200;
/** Maximum wait for the browser to become idle, in milliseconds. */
const IDLE_TIMEOUT_MS = 5_000;

function whenIdle(run: () => void): () => void {
  let cancel = () => window.removeEventListener('load', wait);
  const wait = () => {
    if (typeof window.requestIdleCallback === 'function') {
      const id = window.requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
      cancel = () => window.cancelIdleCallback(id);
    } else {
      const id = window.setTimeout(run, IDLE_DELAY_MS);
      cancel = () => window.clearTimeout(id);
    }
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => cancel();
}

/**
 * Draws a chart on the canvas of `ref` once the page is idle; `failed` if the library can't be loaded.
 * Pass the same chart object while it is unchanged.
 */
function useChart(chart: LineChart): { ref: RefObject<HTMLCanvasElement>; failed: boolean } {
  const ref = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  const navigate = useNavigate();
  const open = useRef(navigate);
  useEffect(() => {
    open.current = navigate;
  }, [navigate]);
  useEffect(() => {
    let erase = () => {};
    let isUnmounted = false;
    const cancel = whenIdle(() => {
      import('#app/components/home/render-chart.ts').then(
        ({ renderChart }) => {
          if (!isUnmounted && ref.current !== null)
            erase = renderChart(ref.current, chart, (href) => open.current(href));
        },
        () => setFailed(true),
      );
    });
    return () => {
      isUnmounted = true;
      cancel();
      erase();
    };
  }, [chart]);
  return { ref, failed };
}

interface CardProps<Row> {
  title: string;
  description: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** Bar chart with its numbers in a table that opens below it. */
export function BarCard<Row>({
  title,
  description,
  bars,
  ...table
}: CardProps<Row> & { bars: readonly Bar[] }) {
  return (
    <Panel title={title} level={3}>
      <p>{description}</p>
      <BarList bars={bars} />
      <details className="chart-numbers">
        <summary>{title} as a table</summary>
        <DataTable caption={title} {...table} />
      </details>
    </Panel>
  );
}

/**
 * Line chart that links to what it counts, with its numbers in a table that opens below it (without JavaScript, it's
 * always open). Pass the same chart object while it is unchanged.
 */
export function LineCard<Row>({
  title,
  description,
  chart,
  ...table
}: CardProps<Row> & { chart: LineChart }) {
  const { ref, failed } = useChart(chart);
  const numbers = <DataTable caption={title} {...table} />;
  return (
    <Panel title={title} level={3}>
      <p>{description}</p>
      {failed ? (
        numbers
      ) : (
        <>
          <div className="chart-frame script-needed">
            <canvas ref={ref} role="img" aria-label={`${title}. ${description}`} />
          </div>
          <details className="chart-numbers script-needed">
            <summary>{title} as a table</summary>
            {numbers}
          </details>
          <noscript>{numbers}</noscript>
        </>
      )}
      <p className="m-0">
        Show designations for{' '}
        {chart.lines.map(({ label, href }, index) => (
          <span key={label}>
            {index === 0 ? null : ', '}
            <Link to={href}>{label}</Link>
          </span>
        ))}
      </p>
    </Panel>
  );
}
