import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';

/** How the designations list can be ordered (specification, section 9), in the words of its query. */
export type ListSort = 'highSchool' | 'year' | 'criteria' | 'status' | 'updatedAt' | 'downloadedAt';

const DEFAULT_SORT: ListSort = 'highSchool';
const LIST_PATH = '/designations';
const ORDER_AND_PLACE = ['sort', 'direction', 'limit', 'offset'];

/** For these, the specification's `desc` is what people see as descending: newest first. For the others it is A to Z. */
const NEWEST_FIRST: readonly ListSort[] = ['year', 'updatedAt', 'downloadedAt'];

/** The filter alone, as the download takes it: the same query without order and place. */
export function filterOf(search: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...search].filter(([key, value]) => value !== '' && !ORDER_AND_PLACE.includes(key)),
  );
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

/** The page that begins at row `offset`, counted from 0; undefined where there is none. */
export function pageHref(search: URLSearchParams, offset: number, total: number): string | undefined {
  if (offset >= total || offset <= -SCREEN_PAGE_SIZE) return undefined;
  const target = new URLSearchParams(search);
  if (offset <= 0) target.delete('offset');
  else target.set('offset', String(offset));
  return hrefOf(target);
}

function sortOf(search: URLSearchParams): string {
  return search.get('sort') ?? DEFAULT_SORT;
}

function directionOf(search: URLSearchParams): 'asc' | 'desc' {
  return search.get('direction') === 'asc' ? 'asc' : 'desc';
}

function hrefOf(search: URLSearchParams): string {
  const query = search.toString();
  return query === '' ? LIST_PATH : `${LIST_PATH}?${query}`;
}
