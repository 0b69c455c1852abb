/** What was ticked in a list when it was left for a page that asks about it. */
export interface SavedSelection {
  readonly checked: ReadonlySet<string>;
  readonly isAll: boolean;
}

let saved: { readonly search: string; readonly selection: SavedSelection } | null = null;

/** Keeps what is ticked in the list of an address, in this page's memory alone, for whoever comes back without having done it. */
export function keepSelection(search: string, selection: SavedSelection): void {
  saved = { search, selection };
}

/** Hands out, once, what was ticked in the list of this address; null where nothing was, or that is no longer wanted. */
export function takeSelection(search: string): SavedSelection | null {
  const found = saved?.search === search ? saved.selection : null;
  saved = null;
  return found;
}

/** What was ticked is done. */
export function forgetSelection(): void {
  saved = null;
}
