/** What was ticked in a list when it was left for a page that asks about it. */
export interface KeptSelection {
  readonly checked: ReadonlySet<string>;
  readonly isAll: boolean;
}

let kept: { readonly search: string; readonly selection: KeptSelection } | null = null;

/** Keeps what is ticked in the list of an address, in this page's memory alone, for whoever comes back without having done it. */
export function keepSelection(search: string, selection: KeptSelection): void {
  kept = { search, selection };
}

/** Hands out, once, what was ticked in the list of this address; null where nothing was, or that is no longer wanted. */
export function takeSelection(search: string): KeptSelection | null {
  const found = kept?.search === search ? kept.selection : null;
  kept = null;
  return found;
}

/** What was ticked is done. */
export function forgetSelection(): void {
  kept = null;
}
