import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';

export interface ListKind<Sort extends string> {
  readonly path: string;
  /** Its sort orders (specification, section 9) by name in the query, with their labels. The first is the default. */
  readonly sorts: Readonly<Record<Sort, string>>;
  /** Sorts whose `desc` in the specification is descending: newest or largest first. For the others it is A to Z. */
  readonly largestFirst: readonly Sort[];
  /** Parameters for pagination, removed from URLs of the whole list. */
  readonly paging: readonly string[];
  /** The parameter and value that request the whole list, if the path alone shows less. */
  readonly everything?: readonly [name: string, value: string];
}

const ORDER = ['sort', 'direction'];

/** Reads and builds the parts of a list's URL: filter, sorting and pagination. */
export interface ListQuery<Sort extends string> {
  readonly sorts: Readonly<Record<Sort, string>>;
  /** Returns the filter only, as used by downloads: without sorting and pagination. */
  filterOf(search: URLSearchParams): URLSearchParams;
  /** Returns filter and sorting, for the first page. */
  listOf(search: URLSearchParams): URLSearchParams;
  /** Returns the sorting only, which remains when the filter is cleared. */
  orderOf(search: URLSearchParams): URLSearchParams;
  filterCount(search: URLSearchParams): number;
  /** Returns the sort order; the default for an unknown one, such as `__proto__`, which has no label. */
  sortOf(search: URLSearchParams): string;
  directionOf(search: URLSearchParams): 'asc' | 'desc';
  /** Returns the URL of the first page sorted by a column, or in reverse if it already is. */
  sortHref(search: URLSearchParams, column: Sort): string;
  /** Returns a column's current order as displayed; undefined if the list isn't sorted by it. */
  sortedAs(search: URLSearchParams, column: Sort): 'ascending' | 'descending' | undefined;
  /** Returns whether a parameter has its default value and can be omitted. */
  isImplied(key: string, value: string): boolean;
  hrefOf(search: URLSearchParams): string;
}

/** Creates the URL query of a list. */
export function listQuery<Sort extends string>({
  path,
  sorts,
  largestFirst,
  paging,
  everything,
}: ListKind<Sort>): ListQuery<Sort> {
  const withoutDefaults = (search: URLSearchParams, keys: readonly string[]) =>
    new URLSearchParams(
      [...without(search, keys)].filter(([key, value]) => key !== everything?.[0] || value !== everything[1]),
    );
  const defaultSort = Object.keys(sorts)[0] ?? '';
  const implied: ReadonlyMap<string, string> = new Map([
    ['sort', defaultSort],
    ['direction', 'desc'],
  ]);
  const query: ListQuery<Sort> = {
    sorts,
    filterOf: (search) => withoutDefaults(search, [...ORDER, ...paging]),
    listOf: (search) => withoutDefaults(search, paging),
    orderOf: (search) =>
      new URLSearchParams([...search].filter(([key, value]) => value !== '' && ORDER.includes(key))),
    filterCount: (search) => new Set(query.filterOf(search).keys()).size,
    sortOf: (search) => {
      const sort = search.get('sort') ?? defaultSort;
      return Object.hasOwn(sorts, sort) ? sort : defaultSort;
    },
    directionOf: (search) => (search.get('direction') === 'asc' ? 'asc' : 'desc'),
    sortHref: (search, column) => {
      const target = query.filterOf(search);
      target.set('sort', column);
      const isReversed = query.sortOf(search) === column && query.directionOf(search) === 'desc';
      if (isReversed) target.set('direction', 'asc');
      return query.hrefOf(target);
    },
    sortedAs: (search, column) => {
      if (query.sortOf(search) !== column) return undefined;
      const isLargestFirst = largestFirst.includes(column);
      return (query.directionOf(search) === 'desc') === isLargestFirst ? 'descending' : 'ascending';
    },
    isImplied: (key, value) => implied.get(key) === value,
    hrefOf: (search) => {
      const text = search.toString() || new URLSearchParams(everything ? [[...everything]] : []).toString();
      return text === '' ? path : `${path}?${text}`;
    },
  };
  return query;
}

export interface FilterNames {
  /** Fields with their labels. Checkboxes have none and are shown by value only. */
  readonly fields: Readonly<Record<string, { readonly label: string }>>;
  /** Formats a value; by default returns it unchanged. */
  readonly textOf?: (key: string, value: string) => string;
}

/** One filter value, with the URL of the list without it. */
interface FilterChip {
  readonly text: string;
  readonly href: string;
}

/** Returns a chip for each filter value, with its field: 'Phone: 907'. */
export function filterChips(
  { filterOf, listOf, hrefOf }: ListQuery<string>,
  search: URLSearchParams,
  { fields, textOf = (_key, value) => value }: FilterNames,
): FilterChip[] {
  return [...filterOf(search)].map(([key, value]) => {
    const others = [...listOf(search)].filter(([name, other]) => name !== key || other !== value);
    const label = fields[key]?.label;
    const text = label === undefined ? textOf(key, value) : `${label}: ${textOf(key, value)}`;
    return { text, href: hrefOf(new URLSearchParams(others)) };
  });
}

/** Removes these keys and empty values. */
export function without(search: URLSearchParams, keys: readonly string[]): URLSearchParams {
  return new URLSearchParams([...search].filter(([key, value]) => value !== '' && !keys.includes(key)));
}

/** Normalizes a query for comparison, ignoring order, defaults and the fields in `but`. */
export function sortedQuery(
  { isImplied }: Pick<ListQuery<string>, 'isImplied'>,
  search: URLSearchParams,
  but: readonly string[] = [],
): string {
  const params = [...search].filter(([key, value]) => !isImplied(key, value) && !but.includes(key));
  params.sort();
  return new URLSearchParams(params).toString();
}

/** Returns the links to a list's other pages, numbered from 1 by the parameter `page`. */
export function numberedPages(
  { listOf, hrefOf }: Pick<ListQuery<string>, 'listOf' | 'hrefOf'>,
  search: URLSearchParams,
  {
    page,
    total,
    pageSize = SCREEN_PAGE_SIZE,
  }: { readonly page: number; readonly total: number; readonly pageSize?: number },
) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const to = (number: number) => {
    const target = listOf(search);
    if (number > 1) target.set('page', String(number));
    return hrefOf(target);
  };
  return {
    from: (page - 1) * pageSize + 1,
    ...(page > 1 ? { firstHref: to(1), previousHref: to(page - 1) } : {}),
    ...(page < last ? { nextHref: to(page + 1), lastHref: to(last) } : {}),
  };
}
