import type { Direction } from '#app/schemas/listing.ts';
import { sql, type SqlFragment } from './sql-fragment.ts';

/** `total` is null if the whole list was requested. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly total: number | null;
}

export interface Page {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** Returns a list's direction by name: `desc`, the default, is from A to Z (specification, section 9). */
export function alphabetical(direction: Direction | undefined): Direction {
  return direction === 'asc' ? 'desc' : 'asc';
}

/** Returns the SQL of a page. Without a limit, the rest of the list. */
export function pageClause({ limit, offset }: Page): SqlFragment {
  const most = limit === undefined ? sql`` : sql` limit ${limit}`;
  return offset === undefined ? most : sql`${most} offset ${offset}`;
}
