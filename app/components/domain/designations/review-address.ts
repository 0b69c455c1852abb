/** The part of a details page's query that is its own: the event before which its history is shown. */
export const HISTORY_BEFORE = 'history';

/** The query of the list that a details page was opened from; it travels with every step of a review. */
export function listQueryOf(search: URLSearchParams): string {
  return new URLSearchParams([...search].filter(([key]) => key !== HISTORY_BEFORE)).toString();
}

/** The list at the place where it was left. */
export function listHref(listQuery: string): string {
  return withQuery('/designations', listQuery);
}

/** A designation's page with the list behind it; `part` names a page below it. */
export function reviewHref(id: string, listQuery: string, part: '' | '/edit/students' = ''): string {
  return withQuery(`/designations/${id}${part}`, listQuery);
}

/** The page with what happened before an event in place of the newest. */
export function historyHref(id: string, listQuery: string, before: string): string {
  const search = new URLSearchParams(listQuery);
  search.set(HISTORY_BEFORE, before);
  return `${withQuery(`/designations/${id}`, search.toString())}#history`;
}

function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}
