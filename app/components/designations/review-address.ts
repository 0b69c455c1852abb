import { HISTORY_BEFORE } from '#app/lib/urls/history-address.ts';

/** What stood beside a designation when it was changed: 'ID.PREVIOUS.NEXT', empty at an end of the list. */
const BESIDE = 'beside';

/** The ids of what stands beside a designation in a list. */
export interface Beside {
  readonly previous: string | null;
  readonly next: string | null;
}

/**
 * The query of the list that a details page was opened from; it travels with every step of a review. With it goes what
 * stood beside a designation before it was changed, for that one's pages only.
 */
export function listQueryOf(search: URLSearchParams): string {
  return new URLSearchParams([...search].filter(([key]) => key !== HISTORY_BEFORE)).toString();
}

/** The list's own query. */
export function withoutBeside(listQuery: string): string {
  if (!listQuery.includes(BESIDE)) return listQuery;
  return new URLSearchParams(
    [...new URLSearchParams(listQuery)].filter(([key]) => key !== BESIDE),
  ).toString();
}

/** What stood beside this designation when it was changed; null where that is not known. */
export function besideOf(id: string, listQuery: string): Beside | null {
  if (!listQuery.includes(BESIDE)) return null;
  const found = BESIDE_PATTERN.exec(new URLSearchParams(listQuery).get(BESIDE) ?? '');
  if (found?.[1] !== id) return null;
  return { previous: found[2] || null, next: found[3] || null };
}

/** The list's query with the designation's neighbors, so that a change doesn't lose the position in the list. */
export function keepingBeside(id: string, listQuery: string, { previous, next }: Beside): string {
  const search = new URLSearchParams(withoutBeside(listQuery));
  search.set(BESIDE, [id, previous ?? '', next ?? ''].join('.'));
  return search.toString();
}

/** The list at the place where it was left. */
export function listHref(listQuery: string): string {
  return withQuery('/designations', withoutBeside(listQuery));
}

/** A designation's page with the list behind it; `part` names a page below it. */
export function reviewHref(
  id: string,
  listQuery: string,
  part: '' | '/edit/students' | '/compare/students' | `/students/${string}/disclosures` = '',
): string {
  const query = besideOf(id, listQuery) === null ? withoutBeside(listQuery) : listQuery;
  return withQuery(`/designations/${id}${part}`, query);
}

const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const BESIDE_PATTERN = new RegExp(String.raw`^(${UUID})\.(${UUID})?\.(${UUID})?$`);

function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}
