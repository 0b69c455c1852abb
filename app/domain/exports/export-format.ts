/** The columns of an export. */
export interface ExportTable {
  readonly headers: readonly string[];
  /** Index of each column's cell in a group's row; null if they have that order. */
  readonly order: readonly number[] | null;
}

/** A kind of file that exports can have. */
export interface ExportFormat {
  readonly contentType: string;
  readonly extension: string;
  /** Starts a file with these columns. */
  open(table: ExportTable): OpenedTable;
}

/** A file that is being written. Rows are JSON arrays of strings. */
export interface OpenedTable {
  /** Formats a row. */
  row(json: string): string;
  /** Formats one row per line: the cells of `json`, then those of the line. */
  group(json: string, lines: string): string;
  /** Returns the file: its beginning, formatted rows, and its end. Yields the beginning before it reads a row. */
  file(rows: AsyncGenerator<string, void>): AsyncGenerator<string | Uint8Array, void>;
}
