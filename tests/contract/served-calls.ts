import type { RestCall } from '#app/server/api-endpoint.ts';
import { restCallsAt } from '#app/server/openapi/rest-calls.ts';
import { importRoute, restPaths } from '#tests/support/rest-build.server.ts';

/** One call, such as 'PATCH users/{id}', its parts, and the endpoint that serves it. */
export interface ServedCall extends RestCall {
  readonly call: string;
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
  if (loader !== action) throw new Error(`app/${file} is no REST route of ours.`);
  return restCallsAt(pattern, loader).map((call) => ({ ...call, call: `${call.method} ${call.path}` }));
}
