import { isRecord } from '#app/lib/records.ts';
import type { AnyEndpoint } from '#app/server/api-endpoint.ts';
import { importRoute, restPaths } from '#tests/support/rest-build.server.ts';

/** One call, such as 'PATCH users/{id}', its parts, and the endpoint that serves it. */
export interface ServedCall {
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint: AnyEndpoint;
}

/** Every REST call of the URL map, without the catch-all route. */
export async function servedCalls(): Promise<ServedCall[]> {
  const served: ServedCall[] = [];
  for (const { path, file } of restPaths()) {
    if (path !== 'api/*') served.push(...(await callsOf(path, file)));
  }
  return served;
}

async function callsOf(pattern: string, file: string): Promise<ServedCall[]> {
  const { loader, action } = await importRoute(file);
  const endpoints = typeof loader === 'function' && 'endpoints' in loader ? loader.endpoints : null;
  if (!isRecord(endpoints) || loader !== action) throw new Error(`app/${file} is no REST route of ours.`);
  const path = pattern.replace(/^api\//, '').replace(/:(\w+)/g, '{$1}');
  return Object.entries(endpoints).map(([method, endpoint]) => ({
    call: `${method} ${path}`,
    method,
    path,
    endpoint: endpoint as AnyEndpoint,
  }));
}
