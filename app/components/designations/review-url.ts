import { RETURN_REASON } from '#app/components/designations/duplicate-url.ts';
import { HISTORY_BEFORE } from '#app/lib/urls/history-url.ts';

/** The neighbors of a designation when it was changed: 'ID.PREVIOUS.NEXT', empty at an end of the list. */
const NEIGHBORS_KEY = 'beside';

export interface LinkedNeighbors {
  readonly previous: string | null;
  readonly next: string | null;
}

/**
 * Returns the query of the list that the page was opened from, passed along during a review.
 * It can also contain a changed designation's former neighbors, used on that designation's pages only.
 */
export function listQueryOf(search: URLSearchParams): string {
  return new URLSearchParams(
    [...search].filter(([key]) => ![HISTORY_BEFORE, RETURN_REASON, UNDONE].includes(key)),
  ).toString();
}

/** Query parameter: the page was opened by an undo, so its form offers what the undone decision said. */
export const UNDONE = 'undone';

/** Query parameter: when the review queue was opened that the page belongs to. */
const QUEUE = 'queue';

/** The URL that opens the review queue at its oldest pending designation. */
export const REVIEW_QUEUE_PATH = '/designations/review';

/** Returns the query of a review queue's pages, in place of a list's. */
export function queueQuery(openedAt: string): string {
  return new URLSearchParams({ [QUEUE]: openedAt }).toString();
}

/** Returns when the review queue of this query was opened; null for a list's query. */
export function queueOpenedAt(listQuery: string): string | null {
  const openedAt = new URLSearchParams(listQuery).get(QUEUE) ?? '';
  return INSTANT.test(openedAt) && !Number.isNaN(Date.parse(openedAt))
    ? new Date(openedAt).toISOString()
    : null;
}

/** Returns the URL of a review queue's end, which leads to a pending designation if there is one. */
export function queueHref(openedAt: string): string {
  return withQuery(REVIEW_QUEUE_PATH, queueQuery(openedAt));
}

/** Removes the neighbors from the query. */
export function withoutNeighbors(listQuery: string): string {
  if (!listQuery.includes(NEIGHBORS_KEY)) return listQuery;
  return new URLSearchParams(
    [...new URLSearchParams(listQuery)].filter(([key]) => key !== NEIGHBORS_KEY),
  ).toString();
}

/** Returns a designation's former neighbors; null if not known. */
export function neighborsInQuery(id: string, listQuery: string): LinkedNeighbors | null {
  if (!listQuery.includes(NEIGHBORS_KEY)) return null;
  const found = NEIGHBORS_PATTERN.exec(new URLSearchParams(listQuery).get(NEIGHBORS_KEY) ?? '');
  if (found?.[1] !== id) return null;
  return { previous: found[2] || null, next: found[3] || null };
}

/** Returns the list's query with the designation's neighbors, so that a change keeps the list position. */
export function withNeighbors(id: string, listQuery: string, { previous, next }: LinkedNeighbors): string {
  const search = new URLSearchParams(withoutNeighbors(listQuery));
  search.set(NEIGHBORS_KEY, [id, previous ?? '', next ?? ''].join('.'));
  return search.toString();
}

/** Returns the URL of the list, without the neighbors. A review queue has no list of its own. */
export function listHref(listQuery: string): string {
  if (queueOpenedAt(listQuery) !== null) return '/designations';
  return withQuery('/designations', withoutNeighbors(listQuery));
}

/** Returns the URL of a designation's page or one of its subpages, with the list's query. */
export function reviewHref(
  id: string,
  listQuery: string,
  part: '' | '/messages' | '/edit/students' | '/compare/students' | `/students/${string}/disclosures` = '',
): string {
  const query = neighborsInQuery(id, listQuery) === null ? withoutNeighbors(listQuery) : listQuery;
  return withQuery(`/designations/${id}${part}`, query);
}

const INSTANT = /^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;
const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const NEIGHBORS_PATTERN = new RegExp(String.raw`^(${UUID})\.(${UUID})?\.(${UUID})?$`);

function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}
