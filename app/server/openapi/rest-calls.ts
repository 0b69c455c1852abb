import type { ServerBuild } from '@remix-run/node';
import { isRecord } from '#app/lib/records.ts';
import type { AnyEndpoint, Operation, RestCall } from '#app/server/api-endpoint.ts';

const CATCH_ALL = 'api/*';

/** Returns every REST call of a build, in the order of the URL map. */
export function restCallsOf(routes: ServerBuild['routes']): RestCall[] {
  return Object.values(routes).flatMap(({ path = '', module }) =>
    path.startsWith('api/') && path !== CATCH_ALL ? restCallsAt(path, module.loader) : [],
  );
}

/**
 * Returns the calls of a route made with `apiRoute`.
 * @throws {Error} for any other route
 */
export function restCallsAt(pattern: string, loader: unknown): RestCall[] {
  const endpoints = typeof loader === 'function' && 'endpoints' in loader ? loader.endpoints : null;
  if (!isRecord(endpoints)) throw new Error(`${pattern} isn't a REST route.`);
  const path = pattern.replace(/^api\//, '').replace(/:(\w+)/g, '{$1}');
  return Object.entries(endpoints).map(([method, endpoint]) => ({
    method,
    path,
    endpoint: endpoint as AnyEndpoint,
  }));
}

/** @throws {Error} if the call isn't described */
export function operationOf({ method, path, endpoint }: RestCall): Operation {
  if (endpoint.operation === undefined) throw new Error(`${method} ${path} has no operation.`);
  return endpoint.operation;
}
