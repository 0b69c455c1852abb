/** What was ticked in a list when it was left for a page that asks about it. */
export interface SavedSelection {
  readonly checked: ReadonlySet<string>;
  readonly isAll: boolean;
}

let saved: { readonly search: string; readonly selection: SavedSelection } | null = null;

/** Remembers the selection of a list's address in this page's memory, for users who return without using it. */
export function keepSelection(search: string, selection: SavedSelection): void {
  saved = { search, selection };
}

/** Returns the remembered selection of the list's address once; null without one. */
export function takeSelection(search: string): SavedSelection | null {
  const found = saved?.search === search ? saved.selection : null;
  saved = null;
  return found;
}

/** What was ticked is done. */
export function forgetSelection(): void {
  saved = null;
}
