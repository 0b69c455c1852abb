/** Query parameter with the event before which the history is shown. */
export const HISTORY_BEFORE = 'history';

/** Element ID of the history, for links. */
export const HISTORY_ID = 'history';

/** Returns a link to the history before an event, or to the newest events. The rest of the query stays unchanged. */
export function historyHref({ pathname, search }: PageAddress, before: string | null): string {
  const query = new URLSearchParams(search);
  if (before === null) query.delete(HISTORY_BEFORE);
  else query.set(HISTORY_BEFORE, before);
  const text = query.toString();
  return `${pathname}${text === '' ? '' : `?${text}`}#${HISTORY_ID}`;
}

interface PageAddress {
  readonly pathname: string;
  readonly search: string;
}
