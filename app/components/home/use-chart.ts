import { type RefObject, useEffect, useRef, useState } from 'react';
import { whenIdle } from '#app/components/home/when-idle.ts';
import type { ChartModel } from '#app/components/home/chart-model.ts';

/**
 * Draws a chart on the canvas of `ref` when the page has come to rest: the chart library is loaded only then. `failed` where it
 * could not be loaded. The chart must stay the same object while it shows the same.
 */
export function useChart(chart: ChartModel): { ref: RefObject<HTMLCanvasElement>; failed: boolean } {
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
