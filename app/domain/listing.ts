/** `total` is null if the whole list was requested. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly total: number | null;
}

export interface Page {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** Returns the SQL and parameters of a page. Without a limit, the rest of the list. */
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
