/** The part of a page's query that its history owns: the event before which it is shown. */
export const HISTORY_BEFORE = 'history';

/** Where the history stands on its page, for links to it. */
export const HISTORY_ID = 'history';

/** The page at the same place of everything else, with what happened before an event in place of the newest, or with the newest. */
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
