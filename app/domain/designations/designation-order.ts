import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import type { DesignationSort } from '#app/schemas/designation.ts';
import type { Direction } from '#app/schemas/listing.ts';

export interface DesignationOrder {
  readonly sort?: DesignationSort | undefined;
  readonly direction?: Direction | undefined;
}

/** A value that a sort compares, without nulls, and how to write that it rises or falls. */
interface Key {
  readonly value: string;
  readonly rising: string;
  readonly falling: string;
}

const keyOf = (value: string): Key => ({ value, rising: `${value} asc`, falling: `${value} desc` });

const ID = keyOf('d.id');
const NAME = keyOf('h.name collate "und-x-icu"');
/** Newest first, and yet rising: a row's keys all rise or all fall, so that rows compare as wholes. */
const YEAR: Key = { value: '-y.year', rising: 'y.year desc', falling: 'y.year asc' };
/** Missing values come last: after every word, before every time. Indexes hold these very expressions. */
const CRITERIA = keyOf(`(coalesce(d.criteria, '~') collate "C")`);
const DOWNLOADED_AT = keyOf(`coalesce(d.downloaded_at, '-infinity'::timestamptz)`);

/** The tables that a sort by these needs beside the designation's own. */
const JOINS: ReadonlyMap<Key, string> = new Map([
  [NAME, 'join high_school h on h.id = d.high_school_id'],
  [YEAR, 'join academic_year y on y.id = d.academic_year_id'],
]);

/** The keys of each sort, ending with the ID, and their direction under `desc` (A to Z, newest first). */
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
 * The `order by` of a sort, or of its first `keys`. `asc` is the exact reverse of `desc` (specification, section 9).
 */
export function designationOrder(order: DesignationOrder, keys?: number): string {
  const way = wayOf(order);
  return keysOf(order)
    .slice(0, keys)
    .map((key) => key[way])
    .join(', ');
}

/** Designations (`d`) with no more tables than their order needs. */
export function orderedTables(order: DesignationOrder): string {
  return ['designation d', ...keysOf(order).map((key) => JOINS.get(key) ?? '')].join(' ');
}

/** The same order, read from its other end. */
export function reversed({ sort, direction }: DesignationOrder): DesignationOrder {
  return { sort, direction: direction === 'asc' ? 'desc' : 'asc' };
}

/** SQL that gives a row's cursor as a JSON list of texts. */
export function cursorColumn(order: DesignationOrder): string {
  return `json_build_array(${keysOf(order)
    .map(({ value }) => `(${value})::text`)
    .join(', ')})`;
}

/** The rows that come after a cursor. */
export function afterCursor(order: DesignationOrder, cursor: readonly string[]): SqlFragment {
  const keys = keysOf(order);
  return {
    sql: `(${keys.map(({ value }) => value).join(', ')}) ${comparison(order)} (${keys.map(() => '?').join(', ')})`,
    params: cursor,
  };
}

/**
 * The condition of one key for all rows after a cursor, so that an index of another table than `d` can be used.
 * `at` is the key's index in the order.
 */
export function fromCursor(order: DesignationOrder, cursor: readonly string[], at: number): SqlFragment {
  const value = keysOf(order)[at]?.value ?? '';
  return { sql: `${value} ${comparison(order)}= ?`, params: [cursor[at]] };
}

/** What an order compares first, and whether it lets these values rise. */
export function firstKey(order: DesignationOrder): { readonly value: string; readonly isRising: boolean } {
  return { value: keysOf(order)[0]?.value ?? '', isRising: wayOf(order) === 'rising' };
}

/** What holds of every row whose first key is that value, a piece of SQL, or comes after it. */
export function fromFirst(order: DesignationOrder, value: string): string {
  return `${keysOf(order)[0]?.value ?? ''} ${comparison(order)}= ${value}`;
}

function comparison(order: DesignationOrder): '>' | '<' {
  return wayOf(order) === 'rising' ? '>' : '<';
}

function keysOf({ sort = 'highSchool' }: DesignationOrder): readonly Key[] {
  return SORTS[sort].keys;
}

function wayOf({ sort = 'highSchool', direction = 'desc' }: DesignationOrder): 'rising' | 'falling' {
  const { desc } = SORTS[sort];
  if (direction === 'desc') return desc;
  return desc === 'rising' ? 'falling' : 'rising';
}
