import type { ServerBuild } from '@remix-run/node';

export interface SplitBuild {
  readonly screens: ServerBuild;
  readonly calls: ServerBuild;
}

const ROOT_PATH = '';
const CALL_PATH = /^api(\/|$)/;

/** Splits the build's routes, because Remix matches and copies all of them several times per request. */
export function splitBuild(build: ServerBuild): SplitBuild {
  return {
    screens: onlyRoutes(build, (path = '') => !CALL_PATH.test(path)),
    calls: onlyRoutes(build, (path) => path !== undefined && (path === ROOT_PATH || CALL_PATH.test(path))),
  };
}

/** A nested route is in the same half as its parent. */
function onlyRoutes(build: ServerBuild, isWanted: (path: string | undefined) => boolean): ServerBuild {
  const { routes, assets } = build;
  const isWantedRoute = (id: string): boolean => {
    const route = routes[id];
    return (
      route !== undefined &&
      isWanted(route.path) &&
      (route.parentId === undefined || isWantedRoute(route.parentId))
    );
  };
  const wanted = <Route>(all: Record<string, Route>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => isWantedRoute(id)));
  return { ...build, routes: wanted(routes), assets: { ...assets, routes: wanted(assets.routes) } };
}
