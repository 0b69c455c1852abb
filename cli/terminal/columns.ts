/** The value of a cell. `at` is an instant in ISO 8601. */
export type Cell =
  string | number | boolean | null | { readonly at: string } | { readonly list: readonly string[] };

/** A column of tables and CSV; JSON has the row objects instead. */
export interface Column<Row> {
  /** Never 'ID' for a first column: Excel doesn't open CSV files that start with it. */
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => Cell;
}

/** Returns a cell for an instant that may be null. */
export function instant(iso: string | null): Cell {
  return iso === null ? null : { at: iso };
}
