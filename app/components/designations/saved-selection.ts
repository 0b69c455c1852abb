/** The rows selected in a list when the user left to confirm an action. */
export interface SavedSelection {
  readonly checked: ReadonlySet<string>;
  readonly isAll: boolean;
}

let saved: { readonly search: string; readonly selection: SavedSelection } | null = null;

/** Stores a list's selection in memory, in case the user returns without completing the action. */
export function saveSelection(search: string, selection: SavedSelection): void {
  saved = { search, selection };
}

/** Returns the list's stored selection once; null if there is none. */
export function takeSelection(search: string): SavedSelection | null {
  const found = saved?.search === search ? saved.selection : null;
  saved = null;
  return found;
}

/** Clears the selection after the action. */
export function clearSelection(): void {
  saved = null;
}
