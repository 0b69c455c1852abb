import type { Tone } from '#app/components/ui/tone.ts';

/** A bar for each of some counts, one below the other. */
export interface BarChart {
  readonly kind: 'bars';
  /** What is counted: 'schools'. */
  readonly unit: string;
  readonly bars: readonly { readonly label: string; readonly value: number; readonly tone: Tone }[];
}

/** Counts that grow over the same steps, a line each; the first is the one that matters. */
export interface LineChart {
  readonly kind: 'lines';
  readonly unit: string;
  readonly steps: readonly string[];
  /** What the steps are: 'weeks before the due date'. */
  readonly stepLabel: string;
  /** A count for each step; null where there is none. */
  readonly lines: readonly { readonly label: string; readonly values: readonly (number | null)[] }[];
  /** The step that everything is measured against. */
  readonly mark: { readonly step: number; readonly label: string };
}

/** What a chart shows; how it looks is the drawing's and the theme's. */
export type ChartModel = BarChart | LineChart;
