import { joined, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import type { DesignationSort } from '#app/schemas/designation-fields.ts';
import type { Direction } from '#app/schemas/listing.ts';

export interface DesignationOrder {
  readonly sort?: DesignationSort | undefined;
  readonly direction?: Direction | undefined;
}

/** A non-null sort value, and its SQL in ascending and descending order. */
interface Key {
  readonly value: SqlFragment;
  readonly rising: SqlFragment;
  readonly falling: SqlFragment;
}

const keyOf = (value: SqlFragment): Key => ({
  value,
  rising: sql`${value} asc`,
  falling: sql`${value} desc`,
});

const ID = keyOf(sql`d.id`);
const NAME = keyOf(sql`h.name collate "und-x-icu"`);
/** Newest first, but ascending: a row's keys share one direction so that rows can be compared as wholes. */
const YEAR: Key = { value: sql`-y.year`, rising: sql`y.year desc`, falling: sql`y.year asc` };
/** Missing values are last: after all text, before all times. Indexes use these exact expressions. */
const CRITERIA = keyOf(sql`(coalesce(d.criteria, '~') collate "C")`);
const DOWNLOADED_AT = keyOf(sql`coalesce(d.downloaded_at, '-infinity'::timestamptz)`);

/** Tables that a sort by these keys needs in addition to `designation`. */
const JOINS: ReadonlyMap<Key, SqlFragment> = new Map([
  [NAME, sql`join high_school h on h.id = d.high_school_id`],
  [YEAR, sql`join academic_year y on y.id = d.academic_year_id`],
]);

/** The keys of each sort, ending with the id, and their direction for `desc` (A to Z, newest first). */
const SORTS: Record<DesignationSort, { readonly keys: readonly Key[]; readonly desc: 'rising' | 'falling' }> =
  {
    highSchool: { keys: [NAME, YEAR, ID], desc: 'rising' },
    year: { keys: [YEAR, NAME, ID], desc: 'rising' },
    criteria: { keys: [CRITERIA, ID], desc: 'rising' },
    status: { keys: [keyOf(sql`d.status`), ID], desc: 'rising' },
    updatedAt: { keys: [keyOf(sql`d.updated_at`), ID], desc: 'falling' },
    downloadedAt: { keys: [DOWNLOADED_AT, ID], desc: 'falling' },
  };

/**
 * Returns the `order by` of a sort or of its first `keys`. `asc` reverses `desc` (specification, section 9).
 */
export function designationOrder(order: DesignationOrder, keys?: number): SqlFragment {
  const way = sortDirection(order);
  return joined(
    keysOf(order)
      .slice(0, keys)
      .map((key) => key[way]),
  );
}

/** Returns the designations (`d`) joined with only the tables that the order needs. */
export function orderedTables(order: DesignationOrder): SqlFragment {
  return joined([sql`designation d`, ...keysOf(order).flatMap((key) => JOINS.get(key) ?? [])], ' ');
}

/** Returns the order in the opposite direction. */
export function reversed({ sort, direction }: DesignationOrder): DesignationOrder {
  return { sort, direction: direction === 'asc' ? 'desc' : 'asc' };
}

/** Returns SQL for a row's cursor as a JSON array of strings. */
export function cursorColumn(order: DesignationOrder): SqlFragment {
  return sql`json_build_array(${joined(keysOf(order).map(({ value }) => sql`(${value})::text`))})`;
}

/** Returns the condition for rows after a cursor. */
export function afterCursor(order: DesignationOrder, cursor: readonly string[]): SqlFragment {
  const keys = joined(keysOf(order).map(({ value }) => value));
  return sql`(${keys}) ${comparison(order)} (${joined(cursor.map((value) => sql`${value}`))})`;
}

/**
 * Returns a condition on one key for all rows from a cursor on, so that another table's index can be used.
 * `at` is the key's index in the order.
 */
export function fromCursor(order: DesignationOrder, cursor: readonly string[], at: number): SqlFragment {
  return sql`${keyAt(order, at).value} ${comparison(order)}= ${cursor[at]}`;
}

/** Returns an order's first key and whether it is ascending. */
export function firstKey(order: DesignationOrder): {
  readonly value: SqlFragment;
  readonly isRising: boolean;
} {
  return { value: keyAt(order, 0).value, isRising: sortDirection(order) === 'rising' };
}

/** Returns the condition for rows whose first key is this value (SQL) or comes after it. */
export function fromFirst(order: DesignationOrder, value: SqlFragment): SqlFragment {
  return sql`${keyAt(order, 0).value} ${comparison(order)}= ${value}`;
}

function comparison(order: DesignationOrder): SqlFragment {
  return sortDirection(order) === 'rising' ? sql`>` : sql`<`;
}

function keyAt(order: DesignationOrder, at: number): Key {
  return keysOf(order)[at] ?? ID;
}

function keysOf({ sort = 'highSchool' }: DesignationOrder): readonly Key[] {
  return SORTS[sort].keys;
}

function sortDirection({ sort = 'highSchool', direction = 'desc' }: DesignationOrder): 'rising' | 'falling' {
  const { desc } = SORTS[sort];
  if (direction === 'desc') return desc;
  return desc === 'rising' ? 'falling' : 'rising';
}
