/** Who takes an export, and what it wants otherwise than others. */
export interface ExportReader {
  /** How long it may take nothing before it counts as gone; null for as long as it likes. */
  readonly patienceSeconds: number | null;
  /** False leaves no mark that designations were downloaded. */
  readonly isMarking: boolean;
  /** Told, when it has taken a portion, how many designations, schools or users were in it. */
  readonly taken: (count: number) => void;
  /**
   * Makes what was taken whole, such as by giving a file its name: asked for when the last portion was taken, and before the marks are
   * committed. Where it throws, nothing is marked.
   */
  readonly finish: () => Promise<void>;
}

/** A browser's database connection is wanted elsewhere when it takes nothing for half a minute. */
export const BROWSER: ExportReader = {
  patienceSeconds: 30,
  isMarking: true,
  taken: () => undefined,
  finish: () => Promise.resolve(),
};
