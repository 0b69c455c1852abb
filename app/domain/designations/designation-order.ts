import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import type { DesignationSort } from '#app/schemas/designation.ts';
import type { Direction } from '#app/schemas/listing.ts';

export interface DesignationOrder {
  readonly sort?: DesignationSort | undefined;
  readonly direction?: Direction | undefined;
}

/** A non-null sort value, and its SQL in ascending and descending order. */
interface Key {
  readonly value: string;
  readonly rising: string;
  readonly falling: string;
}

const keyOf = (value: string): Key => ({ value, rising: `${value} asc`, falling: `${value} desc` });

const ID = keyOf('d.id');
const NAME = keyOf('h.name collate "und-x-icu"');
/** Newest first, but ascending: a row's keys share one direction so that rows can be compared as wholes. */
const YEAR: Key = { value: '-y.year', rising: 'y.year desc', falling: 'y.year asc' };
/** Missing values are last: after all text, before all times. Indexes use these exact expressions. */
const CRITERIA = keyOf(`(coalesce(d.criteria, '~') collate "C")`);
const DOWNLOADED_AT = keyOf(`coalesce(d.downloaded_at, '-infinity'::timestamptz)`);

/** Tables that a sort by these keys needs in addition to `designation`. */
const JOINS: ReadonlyMap<Key, string> = new Map([
  [NAME, 'join high_school h on h.id = d.high_school_id'],
  [YEAR, 'join academic_year y on y.id = d.academic_year_id'],
]);

/** The keys of each sort, ending with the id, and their direction for `desc` (A to Z, newest first). */
const SORTS: Record<DesignationSort, { readonly keys: readonly Key[]; readonly desc: 'rising' | 'falling' }> =
  {
    highSchool: { keys: [NAME, YEAR, ID], desc: 'rising' },
    year: { keys: [YEAR, NAME, ID], desc: 'rising' },
    criteria: { keys: [CRITERIA, ID], desc: 'rising' },
    status: { keys: [keyOf('d.status'), ID], desc: 'rising' },
    updatedAt: { keys: [keyOf('d.updated_at'), ID], desc: 'falling' },
    downloadedAt: { keys: [DOWNLOADED_AT, ID], desc: 'falling' },
  };

/**
 * Returns the `order by` of a sort or of its first `keys`. `asc` reverses `desc` (specification, section 9).
 */
export function designationOrder(order: DesignationOrder, keys?: number): string {
  const way = sortDirection(order);
  return keysOf(order)
    .slice(0, keys)
    .map((key) => key[way])
    .join(', ');
}

/** Returns the designations (`d`) joined with only the tables that the order needs. */
export function orderedTables(order: DesignationOrder): string {
  return ['designation d', ...keysOf(order).map((key) => JOINS.get(key) ?? '')].join(' ');
}

/** Returns the order in the opposite direction. */
export function reversed({ sort, direction }: DesignationOrder): DesignationOrder {
  return { sort, direction: direction === 'asc' ? 'desc' : 'asc' };
}

/** Returns SQL for a row's cursor as a JSON array of strings. */
export function cursorColumn(order: DesignationOrder): string {
  return `json_build_array(${keysOf(order)
    .map(({ value }) => `(${value})::text`)
    .join(', ')})`;
}

/** Returns the condition for rows after a cursor. */
export function afterCursor(order: DesignationOrder, cursor: readonly string[]): SqlFragment {
  const keys = keysOf(order);
  return {
    sql: `(${keys.map(({ value }) => value).join(', ')}) ${comparison(order)} (${keys.map(() => '?').join(', ')})`,
    params: cursor,
  };
}

/**
 * Returns a condition on one key for all rows from a cursor on, so that another table's index can be used.
 * `at` is the key's index in the order.
 */
export function fromCursor(order: DesignationOrder, cursor: readonly string[], at: number): SqlFragment {
  const value = keysOf(order)[at]?.value ?? '';
  return { sql: `${value} ${comparison(order)}= ?`, params: [cursor[at]] };
}

/** Returns an order's first key and whether it is ascending. */
export function firstKey(order: DesignationOrder): { readonly value: string; readonly isRising: boolean } {
  return { value: keysOf(order)[0]?.value ?? '', isRising: sortDirection(order) === 'rising' };
}

/** Returns the condition for rows whose first key is this value (SQL) or comes after it. */
export function fromFirst(order: DesignationOrder, value: string): string {
  return `${keysOf(order)[0]?.value ?? ''} ${comparison(order)}= ${value}`;
}

function comparison(order: DesignationOrder): '>' | '<' {
  return sortDirection(order) === 'rising' ? '>' : '<';
}

function keysOf({ sort = 'highSchool' }: DesignationOrder): readonly Key[] {
  return SORTS[sort].keys;
}

function sortDirection({ sort = 'highSchool', direction = 'desc' }: DesignationOrder): 'rising' | 'falling' {
  const { desc } = SORTS[sort];
  if (direction === 'desc') return desc;
  return desc === 'rising' ? 'falling' : 'rising';
}
