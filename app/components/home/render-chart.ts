import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js';
import type { BarChart, ChartModel, LineChart } from '#app/components/home/chart-model.ts';
import type { Tone } from '#app/components/ui/badge.tsx';

Chart.register(
  ...[BarController, BarElement, LineController, LineElement, PointElement],
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
const SQUARE = 4;

/** Draws a chart in the theme's colors, and again when they change (dark mode, print). Returns a cleanup. */
export function renderChart(canvas: HTMLCanvasElement, chart: ChartModel): () => void {
  return chart.kind === 'bars'
    ? keepDrawn(canvas, (moves) => barsOf(chart, moves))
    : keepDrawn(canvas, (moves) => linesOf(chart, moves));
}

function keepDrawn<Kind extends 'bar' | 'line'>(
  canvas: HTMLCanvasElement,
  configure: (moves: boolean) => ChartConfiguration<Kind>,
): () => void {
  let chart = new Chart(canvas, configure(!window.matchMedia(STILL).matches));
  const redraw = () => {
    chart.destroy();
    chart = new Chart(canvas, configure(false));
  };
  const media = [DARK, STILL, 'print'].map((query) => window.matchMedia(query));
  for (const one of media) one.addEventListener('change', redraw);
  return () => {
    for (const one of media) one.removeEventListener('change', redraw);
    chart.destroy();
  };
}

function barsOf({ bars, unit }: BarChart, moves: boolean): ChartConfiguration<'bar'> {
  const colors = theme();
  return {
    type: 'bar',
    data: {
      labels: bars.map(({ label, value }) => `${label}: ${value}`),
      datasets: [
        {
          label: unit,
          data: bars.map(({ value }) => value),
          backgroundColor: bars.map(({ tone }) => colors(toneProperty(tone))),
          borderRadius: SQUARE,
          maxBarThickness: 28,
        },
      ],
    },
    options: {
      ...common(moves),
      indexAxis: 'y',
      plugins: { legend: { display: false } },
      scales: {
        x: { ...scale(colors), beginAtZero: true, ticks: { ...ticks(colors), precision: 0 } },
        y: { ...scale(colors), grid: { display: false } },
      },
    },
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
      ...common(moves),
      interaction: { mode: 'index', intersect: false },
      plugins: { legend: { labels: { ...ticks(colors), ...LEGEND_STROKES } } },
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

function markLine({ step, label }: LineChart['mark'], colors: Colors): Plugin<'line'> {
  return {
    id: 'mark-line',
    beforeDatasetsDraw: ({ ctx, chartArea, scales }) => {
      const x = scales['x']?.getPixelForValue(step);
      if (x === undefined) return;
      const isRight = x > (chartArea.left + chartArea.right) / 2;
      ctx.save();
      ctx.strokeStyle = colors('--bs-danger-text-emphasis');
      ctx.fillStyle = ctx.strokeStyle;
      ctx.font = `600 12px ${colors('--bs-body-font-family')}`;
      ctx.textAlign = isRight ? 'right' : 'left';
      ctx.fillText(label, isRight ? x - SQUARE : x + SQUARE, chartArea.top + 3 * SQUARE);
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

function toneProperty(tone: Tone): string {
  return tone === 'neutral' ? '--line-strong' : `--bs-${tone}-text-emphasis`;
}

function common(moves: boolean) {
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: moves ? { duration: MOTION_MS } : (false as const),
  };
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
