import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';

/** How the designations list can be ordered (specification, section 9): the words of its query and of its panel. */
export const SORT_LABELS = {
  highSchool: 'High School name',
  year: 'Year',
  criteria: 'Criteria',
  status: 'Status',
  updatedAt: 'Updated date',
  downloadedAt: 'Downloaded',
} as const;
export type ListSort = keyof typeof SORT_LABELS;

/** What `direction` says of words, and of years and dates. */
export const DIRECTION_LABELS = {
  desc: 'A to Z, newest first',
  asc: 'Z to A, oldest first',
} as const;

/** A high school's name that was typed and not chosen; the page asks which one is meant, and the address then has its id. */
export const TYPED_SCHOOL = 'highSchoolName';

/** The order that goes without saying. */
export const DEFAULT_ORDER: ReadonlyMap<string, string> = new Map([
  ['sort', 'highSchool'],
  ['direction', 'desc'],
]);

const LIST_PATH = '/designations';
const ORDER = ['sort', 'direction'];
const PLACE = ['after', 'before', 'last', 'place'];

/** For these, the specification's `desc` is what people see as descending: newest first. For the others it is A to Z. */
const NEWEST_FIRST: readonly ListSort[] = ['year', 'updatedAt', 'downloadedAt'];

/** The filter alone, as the download takes it: the same query without order and place. */
export function filterOf(search: URLSearchParams): URLSearchParams {
  return without(search, [...ORDER, ...PLACE]);
}

/** Filter and order: the list from its first page. */
export function listOf(search: URLSearchParams): URLSearchParams {
  return without(search, PLACE);
}

/** The order alone: what stays when the filter is cleared. */
export function orderOf(search: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...search].filter(([key, value]) => value !== '' && ORDER.includes(key)));
}

/** How many fields narrow the list. */
export function filterCount(search: URLSearchParams): number {
  return new Set(filterOf(search).keys()).size;
}

/** The list in another column's order, or, pressed again, in the reverse; from the first page. */
export function sortHref(search: URLSearchParams, column: ListSort): string {
  const target = filterOf(search);
  target.set('sort', column);
  if (sortOf(search) === column && directionOf(search) === 'desc') target.set('direction', 'asc');
  return hrefOf(target);
}

/** How a column now stands, as people see it; undefined when the list is not in its order. */
export function sortedAs(search: URLSearchParams, column: ListSort): 'ascending' | 'descending' | undefined {
  if (sortOf(search) !== column) return undefined;
  const newestFirst = NEWEST_FIRST.includes(column);
  return (directionOf(search) === 'desc') === newestFirst ? 'descending' : 'ascending';
}

/** The ways to the other pages of the list, where there are any. */
export function pageHrefs(search: URLSearchParams, page: ShownPage) {
  const list = listOf(search);
  const to = (place: Record<string, string | undefined>) => {
    const target = new URLSearchParams(list);
    for (const [key, value] of Object.entries(place)) if (value !== undefined) target.set(key, value);
    return hrefOf(target);
  };
  const { firstId, lastId, from } = page;
  const placeAfter = (rows: number) => (from === null ? undefined : String(Math.max(1, from + rows)));
  return {
    ...(page.hasPrevious
      ? {
          firstHref: hrefOf(list),
          previousHref: to({ before: firstId, place: placeAfter(-SCREEN_PAGE_SIZE) }),
        }
      : {}),
    ...(page.hasNext
      ? {
          nextHref: to({ after: lastId, place: placeAfter(SCREEN_PAGE_SIZE) }),
          lastHref: to({ last: 'true' }),
        }
      : {}),
  };
}

interface ShownPage {
  readonly firstId: string | undefined;
  readonly lastId: string | undefined;
  /** Where the first row stands in the whole list, from 1; null when that is not known. */
  readonly from: number | null;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

export function sortOf(search: URLSearchParams): string {
  return search.get('sort') ?? 'highSchool';
}

export function directionOf(search: URLSearchParams): 'asc' | 'desc' {
  return search.get('direction') === 'asc' ? 'asc' : 'desc';
}

/** The query narrowed to a school, written as the filter's form writes it. */
export function narrowedTo(search: URLSearchParams, highSchoolId: string): URLSearchParams {
  return new URLSearchParams([
    ['highSchoolId', highSchoolId],
    ...without(search, [TYPED_SCHOOL, 'highSchoolId']),
  ]);
}

/** The list's address with this query. */
export function hrefOf(search: URLSearchParams): string {
  const query = search.toString();
  return query === '' ? LIST_PATH : `${LIST_PATH}?${query}`;
}

function without(search: URLSearchParams, keys: readonly string[]): URLSearchParams {
  return new URLSearchParams([...search].filter(([key, value]) => value !== '' && !keys.includes(key)));
}
