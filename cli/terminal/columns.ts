/** What stands in a column: `at` is an instant, ISO 8601. */
export type Cell =
  string | number | boolean | null | { readonly at: string } | { readonly list: readonly string[] };

/** A column of a list, for tables and CSV; JSON holds the things themselves. */
export interface Column<Row> {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => Cell;
}

/** An instant that may be missing. */
export function instant(iso: string | null): Cell {
  return iso === null ? null : { at: iso };
}
