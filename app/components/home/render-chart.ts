import {
  CategoryScale,
  Chart,
  type ChartConfiguration,
  type ChartEvent,
  type ChartOptions,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js';
import type { LineChart } from '#app/components/home/line-chart.ts';

Chart.register(
  ...[LineController, LineElement, PointElement],
  ...[CategoryScale, LinearScale, Legend, Tooltip],
);

const DARK = '(prefers-color-scheme: dark)';
const STILL = '(prefers-reduced-motion: reduce)';
const MOTION_MS = 300;
const THICK = 3;
const THIN = 2;
/** Lines differ by stroke, not just by color. */
const STROKES = [
  { color: '--action', width: THICK, dash: [], point: 'circle' },
  { color: '--accent', width: THIN, dash: [8, 4], point: 'rect' },
  { color: '--line-strong', width: THIN, dash: [2, 4], point: 'triangle' },
] as const;
const LEGEND_STROKES = { usePointStyle: true, pointStyle: 'line', pointStyleWidth: 36 } as const;
/** Room above the lines for the mark's label. */
const MARK_HEIGHT = 20;
const MARK_GAP = 6;

/**
 * Draws a chart in the theme's colors, and again when they change (dark mode, print). A click calls `open` with the URL
 * of the nearest line. Returns a cleanup.
 */
export function renderChart(
  canvas: HTMLCanvasElement,
  lines: LineChart,
  open: (href: string) => void,
): () => void {
  const draw = (moves: boolean) => {
    const { options, ...rest } = linesOf(lines, moves);
    return new Chart(canvas, { ...rest, options: { ...options, ...clickOptions(lines, open) } });
  };
  let chart = draw(!window.matchMedia(STILL).matches);
  const redraw = () => {
    chart.destroy();
    chart = draw(false);
  };
  const media = [DARK, STILL, 'print'].map((query) => window.matchMedia(query));
  for (const one of media) one.addEventListener('change', redraw);
  return () => {
    for (const one of media) one.removeEventListener('change', redraw);
    chart.destroy();
  };
}

function linesOf({ steps, stepLabel, lines, mark }: LineChart, moves: boolean): ChartConfiguration<'line'> {
  const colors = theme();
  return {
    type: 'line',
    data: {
      labels: [...steps],
      datasets: lines.map(({ label, values }, index) => {
        const { color, width, dash, point } = STROKES[index] ?? STROKES[2];
        return {
          label,
          data: [...values],
          borderColor: colors(color),
          backgroundColor: colors(color),
          borderWidth: width,
          borderDash: [...dash],
          pointStyle: point,
          pointRadius: THICK,
        };
      }),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: moves ? { duration: MOTION_MS } : false,
      interaction: { mode: 'index', intersect: false },
      layout: { padding: { top: MARK_HEIGHT } },
      plugins: { legend: { position: 'bottom', labels: { ...ticks(colors), ...LEGEND_STROKES } } },
      scales: {
        x: {
          ...scale(colors),
          grid: { display: false },
          title: { ...ticks(colors), display: true, text: stepLabel },
        },
        y: { ...scale(colors), beginAtZero: true, ticks: { ...ticks(colors), precision: 0 } },
      },
    },
    plugins: [markLine(mark, colors)],
  };
}

/** Within the lines' area, a click opens the nearest line. */
function clickOptions({ lines }: LineChart, open: (href: string) => void): ChartOptions<'line'> {
  const hrefAt = ({ native, x, y }: ChartEvent, chart: Chart) => {
    const { left, right, top, bottom } = chart.chartArea;
    if (native === null || x === null || y === null) return undefined;
    if (x < left || x > right || y < top || y > bottom) return undefined;
    const [nearest] = chart.getElementsAtEventForMode(native, 'nearest', { intersect: false }, true);
    return nearest === undefined ? undefined : lines[nearest.datasetIndex]?.href;
  };
  return {
    onClick: (event, _elements, chart) => {
      const href = hrefAt(event, chart);
      if (href !== undefined) open(href);
    },
    onHover: (event, _elements, chart) => {
      chart.canvas.style.cursor = hrefAt(event, chart) === undefined ? '' : 'pointer';
    },
  };
}

function markLine({ step, label }: LineChart['mark'], colors: Colors): Plugin<'line'> {
  return {
    id: 'mark-line',
    beforeDatasetsDraw: ({ ctx, chartArea, scales }) => {
      const x = scales['x']?.getPixelForValue(step);
      if (x === undefined) return;
      ctx.save();
      ctx.strokeStyle = colors('--bs-danger-text-emphasis');
      ctx.fillStyle = ctx.strokeStyle;
      ctx.font = `600 12px ${colors('--bs-body-font-family')}`;
      ctx.textAlign = x === chartArea.right ? 'right' : 'center';
      ctx.fillText(label, x, chartArea.top - MARK_GAP);
      ctx.beginPath();
      ctx.moveTo(x, chartArea.top);
      ctx.lineTo(x, chartArea.bottom);
      ctx.stroke();
      ctx.restore();
    },
  };
}

type Colors = (property: string) => string;

/** Reads custom properties with their current values. */
function theme(): Colors {
  const style = getComputedStyle(document.documentElement);
  return (property) => style.getPropertyValue(property).trim();
}

function ticks(colors: Colors) {
  return { color: colors('--bs-body-color'), font: { family: colors('--bs-body-font-family'), size: 13 } };
}

function scale(colors: Colors) {
  return {
    grid: { color: colors('--bs-border-color') },
    border: { color: colors('--line-strong') },
    ticks: ticks(colors),
  };
}
