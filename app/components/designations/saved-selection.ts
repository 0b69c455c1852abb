/** The rows selected in a list when the user left to confirm an action. */
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

/** Clears the selection after the action. */
export function forgetSelection(): void {
  saved = null;
}
