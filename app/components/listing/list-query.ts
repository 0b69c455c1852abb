import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';

/** What kind of list an address is of. */
export interface ListKind<Sort extends string> {
  readonly path: string;
  /** Its sort orders (specification, section 9) by name in the query, with their labels. The first is the default. */
  readonly sorts: Readonly<Record<Sort, string>>;
  /** Sorts whose `desc` in the specification is descending: newest or largest first. For the others it is A to Z. */
  readonly largestFirst: readonly Sort[];
  /** What says which page it is, and is gone from an address of the whole list. */
  readonly paging: readonly string[];
}

const ORDER = ['sort', 'direction'];

/** The parts of a list's address: its filter, its order, and where its pages are. */
export interface ListQuery<Sort extends string> {
  readonly sorts: Readonly<Record<Sort, string>>;
  /** The filter alone, as the download takes it: the same query without order and place. */
  filterOf(search: URLSearchParams): URLSearchParams;
  /** Filter and order: the list from its first page. */
  listOf(search: URLSearchParams): URLSearchParams;
  /** The order alone: what stays when the filter is cleared. */
  orderOf(search: URLSearchParams): URLSearchParams;
  /** How many fields narrow the list. */
  filterCount(search: URLSearchParams): number;
  sortOf(search: URLSearchParams): string;
  directionOf(search: URLSearchParams): 'asc' | 'desc';
  /** The list in another column's order, or, pressed again, in the reverse; from the first page. */
  sortHref(search: URLSearchParams, column: Sort): string;
  /** How a column now stands, as people see it; undefined when the list is not in its order. */
  sortedAs(search: URLSearchParams, column: Sort): 'ascending' | 'descending' | undefined;
  /** Whether a field of the form says what goes without saying. */
  isImplied(key: string, value: string): boolean;
  /** The list's address with this query. */
  hrefOf(search: URLSearchParams): string;
}

/** How a kind of list is asked for in the address. */
export function listQuery<Sort extends string>({
  path,
  sorts,
  largestFirst,
  paging,
}: ListKind<Sort>): ListQuery<Sort> {
  const implied: ReadonlyMap<string, string> = new Map([
    ['sort', Object.keys(sorts)[0] ?? ''],
    ['direction', 'desc'],
  ]);
  const query: ListQuery<Sort> = {
    sorts,
    filterOf: (search) => without(search, [...ORDER, ...paging]),
    listOf: (search) => without(search, paging),
    orderOf: (search) =>
      new URLSearchParams([...search].filter(([key, value]) => value !== '' && ORDER.includes(key))),
    filterCount: (search) => new Set(query.filterOf(search).keys()).size,
    sortOf: (search) => search.get('sort') ?? implied.get('sort') ?? '',
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
      const text = search.toString();
      return text === '' ? path : `${path}?${text}`;
    },
  };
  return query;
}

/** How a list's filter is named where it is applied. */
export interface FilterNames {
  /** The label of each field that has one; a checkbox is named by its value alone. */
  readonly labels: Readonly<Record<string, string>>;
  /** A value as people read it; the text itself unless given. */
  readonly textOf?: (key: string, value: string) => string;
}

/** What narrows a list, and the list without it. */
interface FilterChip {
  readonly text: string;
  readonly href: string;
}

/** A chip for each value of the filter, with its field: 'Phone: 907'. */
export function filterChips(
  { filterOf, listOf, hrefOf }: ListQuery<string>,
  search: URLSearchParams,
  { labels, textOf = (_key, value) => value }: FilterNames,
): FilterChip[] {
  return [...filterOf(search)].map(([key, value]) => {
    const others = [...listOf(search)].filter(([name, other]) => name !== key || other !== value);
    const label = labels[key];
    const text = label === undefined ? textOf(key, value) : `${label}: ${textOf(key, value)}`;
    return { text, href: hrefOf(new URLSearchParams(others)) };
  });
}

/** The address without these keys, and without what is empty. */
export function without(search: URLSearchParams, keys: readonly string[]): URLSearchParams {
  return new URLSearchParams([...search].filter(([key, value]) => value !== '' && !keys.includes(key)));
}

/** The ways to the other pages of a list whose address counts them from 1 as `page`. */
export function numberedPages(
  { listOf, hrefOf }: Pick<ListQuery<string>, 'listOf' | 'hrefOf'>,
  search: URLSearchParams,
  { page, total }: { readonly page: number; readonly total: number },
) {
  const last = Math.max(1, Math.ceil(total / SCREEN_PAGE_SIZE));
  const to = (number: number) => {
    const target = listOf(search);
    if (number > 1) target.set('page', String(number));
    return hrefOf(target);
  };
  return {
    from: (page - 1) * SCREEN_PAGE_SIZE + 1,
    ...(page > 1 ? { firstHref: to(1), previousHref: to(page - 1) } : {}),
    ...(page < last ? { nextHref: to(page + 1), lastHref: to(last) } : {}),
  };
}
