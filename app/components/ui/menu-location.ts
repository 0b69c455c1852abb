/** A number next to a menu entry, with what it means: 'waiting for review'. */
export interface MenuCount {
  readonly value: number;
  readonly meaning: string;
}

interface MenuPage {
  label: string;
  to: string;
  count?: MenuCount;
}

export interface MenuLink extends MenuPage {
  /** Opens another site in a new tab. */
  external?: boolean;
  /** Full page load, for logging out. */
  reloadDocument?: boolean;
}

/** A collapsible group of pages. Groups can be nested: past designations by year. */
export interface MenuGroup {
  label: string;
  items: readonly (MenuPage | MenuGroup)[];
  /** Initially open even if the current page is not in it. */
  defaultOpen?: boolean;
}

export type MenuEntry = MenuLink | MenuGroup;

/**
 * Returns the menu path to highlight: the page itself, or its closest ancestor (`/users` for `/users/ID`).
 * The dashboard never counts as an ancestor.
 */
export function currentMenuPath(entries: readonly MenuEntry[], pathname: string): string | undefined {
  const page = withoutTrailingSlash(pathname);
  return menuPaths(entries)
    .filter((path) => path === page || withoutTrailingSlash(path) === page || isAbove(path, page))
    .sort((a, b) => b.length - a.length)[0];
}

/** Returns whether the group or a nested group contains the path. */
export function groupContains(group: MenuGroup, path: string | undefined): boolean {
  return path !== undefined && menuPaths(group.items).includes(path);
}

function menuPaths(entries: readonly MenuEntry[]): string[] {
  return entries.flatMap((entry) => {
    if ('items' in entry) return menuPaths(entry.items);
    return entry.external ? [] : [entry.to];
  });
}

function isAbove(path: string, page: string): boolean {
  const parent = withoutTrailingSlash(path);
  return parent !== '/' && page.startsWith(`${parent}/`);
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
