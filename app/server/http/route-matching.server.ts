import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';

interface Branch {
  readonly id: string;
  readonly path?: string;
  readonly index?: boolean;
  readonly caseSensitive?: boolean;
  readonly children?: Branch[];
}

export interface MatchedRoute {
  readonly id: string;
  /** Like '/designations/:id'. */
  readonly template: string;
}

/** Returns the path of the screen whose data a browser's script requests; other paths unchanged. */
export function pathnameOfScreen(pathname: string): string {
  return pathname.endsWith('.data') ? pathname.slice(0, -'.data'.length).replace(/^\/_root$/, '/') : pathname;
}

/** Matches are cached, because Remix's function compares a path with every route. */
const CACHED_PATHS_MAX = 1000;

/** Returns a function that finds the build's route at a path; null if none matches. */
export function routeMatcher({
  routes,
}: Pick<ServerBuild, 'routes'>): (pathname: string) => MatchedRoute | null {
  const known = Object.values(routes);
  const branchesUnder = (parentId: string | undefined): Branch[] =>
    known
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index, caseSensitive }) => ({
        id,
        ...(path === undefined ? {} : { path }),
        ...(caseSensitive === undefined ? {} : { caseSensitive }),
        ...(index === true ? { index } : { children: branchesUnder(id) }),
      }));
  const tree = branchesUnder(undefined) as Parameters<typeof matchRoutes>[0];
  const match = (pathname: string): MatchedRoute | null => {
    const matches = matchRoutes(tree, pathname) ?? [];
    const id = matches.at(-1)?.route.id;
    if (id === undefined) return null;
    const parts = matches.map(({ route }) => route.path ?? '').filter((part) => part !== '');
    return { id, template: `/${parts.join('/')}` };
  };
  const cache = new Map<string, MatchedRoute | null>();
  return (pathname) => {
    const cached = cache.get(pathname);
    if (cached !== undefined) return cached;
    if (cache.size >= CACHED_PATHS_MAX) cache.clear();
    const matched = match(pathname);
    cache.set(pathname, matched);
    return matched;
  };
}
