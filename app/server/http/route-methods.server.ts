import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';

/** The route at a path: a screen with its methods, or a call, which handles methods itself. */
export type RouteMethods =
  { readonly kind: 'screen'; readonly methods: readonly string[] } | { readonly kind: 'call' };

interface Branch {
  readonly id: string;
  readonly path?: string;
  readonly index?: boolean;
  readonly caseSensitive?: boolean;
  readonly children?: Branch[];
}

export function routeMethodsOf({ routes }: ServerBuild): (pathname: string) => RouteMethods | null {
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
  const tree = branchesUnder(undefined);
  return (pathname) => {
    const leaf = matchRoutes(tree as Parameters<typeof matchRoutes>[0], pathname)?.at(-1)?.route.id;
    const module = leaf === undefined ? undefined : routes[leaf]?.module;
    if (module === undefined) return null;
    if (module.default === undefined) return { kind: 'call' };
    return {
      kind: 'screen',
      methods: ['GET', 'HEAD', ...(module.action === undefined ? [] : ['POST']), 'OPTIONS'],
    };
  };
}
