/** Cumulative counts over the same steps. The first line is the main one. */
export interface LineChart {
  readonly steps: readonly string[];
  /** What the steps are: 'weeks before the due date'. */
  readonly stepLabel: string;
  /** One count per step; null if there is none. */
  readonly lines: readonly {
    readonly label: string;
    readonly values: readonly (number | null)[];
    /** Where the line leads. */
    readonly href: string;
  }[];
  readonly mark: { readonly step: number; readonly label: string };
}
