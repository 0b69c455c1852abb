/** Who takes an export, and what it wants otherwise than others. */
export interface ExportReader {
  /** How long it may take less than 64 KiB before it counts as gone; null for as long as it likes. */
  readonly patienceSeconds: number | null;
  /** True leaves out what was downloaded before. */
  readonly isOnlyNew: boolean;
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

/** The database connection of a browser that takes hardly anything is wanted elsewhere. */
export const BROWSER: ExportReader = {
  patienceSeconds: 30,
  isOnlyNew: false,
  isMarking: true,
  taken: () => undefined,
  finish: () => Promise.resolve(),
};
