import type { Tone } from '#app/components/ui/badge.tsx';

/** Horizontal bars, one per count. */
export interface BarChart {
  readonly kind: 'bars';
  /** What is counted: 'schools'. */
  readonly unit: string;
  readonly bars: readonly { readonly label: string; readonly value: number; readonly tone: Tone }[];
}

/** Cumulative counts over the same steps. The first line is the main one. */
export interface LineChart {
  readonly kind: 'lines';
  readonly unit: string;
  readonly steps: readonly string[];
  /** What the steps are: 'weeks before the due date'. */
  readonly stepLabel: string;
  /** One count per step; null if there is none. */
  readonly lines: readonly { readonly label: string; readonly values: readonly (number | null)[] }[];
  readonly mark: { readonly step: number; readonly label: string };
}

export type ChartModel = BarChart | LineChart;
