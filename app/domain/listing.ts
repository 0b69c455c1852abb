/** A list as services answer it: `total` is null when the whole list was asked for. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly total: number | null;
}

/** The part of a list's query that cuts a page out of it. */
export interface Page {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** SQL that ends a list's query: its page, with the parameters for its place. Without a limit the rest of the list. */
export function pageClause({ limit, offset }: Page): { sql: string; params: number[] } {
  const params: number[] = [];
  let sql = '';
  if (limit !== undefined) {
    sql += ' limit ?';
    params.push(limit);
  }
  if (offset !== undefined) {
    sql += ' offset ?';
    params.push(offset);
  }
  return { sql, params };
}
