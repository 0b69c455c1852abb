/** A page of ours. */
interface MenuPage {
  label: string;
  to: string;
}

/** A place in the menu. */
export interface MenuLink extends MenuPage {
  /** Out of the product, in a new tab. */
  external?: boolean;
  /** Leaves the page to the browser: the logout address. */
  reloadDocument?: boolean;
}

/** Pages under a heading that opens and closes. Groups may hold groups: past designations by year. */
export interface MenuGroup {
  label: string;
  items: readonly (MenuPage | MenuGroup)[];
  /** Open at first even when the current place is elsewhere. */
  defaultOpen?: boolean;
}

export type MenuEntry = MenuLink | MenuGroup;

/**
 * The menu path that stands for the page shown: the entry itself, else the nearest above it (`/users` for `/users/ID`).
 * The dashboard stands for itself alone.
 */
export function currentMenuPath(entries: readonly MenuEntry[], pathname: string): string | undefined {
  const page = withoutTrailingSlash(pathname);
  return menuPaths(entries)
    .filter((path) => path === page || withoutTrailingSlash(path) === page || isAbove(path, page))
    .sort((a, b) => b.length - a.length)[0];
}

/** Whether the group, or a group in it, holds the path. */
export function groupHolds(group: MenuGroup, path: string | undefined): boolean {
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
