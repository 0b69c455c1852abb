import { type ClientResponse, openHttpClient } from '#tests/bench/support/http-client.ts';

/** A signed-in client with persistent connections. Rejects if the status is 400 or higher. */
export interface BenchClient {
  get(path: string): Promise<ClientResponse>;
  patch(path: string, body: unknown): Promise<ClientResponse>;
  close(): void;
}

export function openClient(url: string, cookie = ''): BenchClient {
  const client = openHttpClient(url, cookie);
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await client.send(method, path, { body });
    if (response.status < 400) return response;
    throw new Error(`${method} ${path} returned ${response.status}: ${response.body.slice(0, 500)}`);
  };
  return {
    get: (path) => send('GET', path),
    patch: (path, body) => send('PATCH', path, body),
    close: () => client.close(),
  };
}

export interface LoadResult {
  /** One value per request. */
  readonly ms: readonly number[];
  readonly perSecond: number;
}

/** Sends this many requests from parallel clients, each sending its next request after a response. */
export async function load(
  send: (nth: number) => Promise<ClientResponse>,
  { requests, clients = 1 }: { requests: number; clients?: number },
): Promise<LoadResult> {
  const ms: number[] = [];
  let begun = 0;
  const startedAt = performance.now();
  const client = async () => {
    while (begun < requests) {
      begun += 1;
      ms.push((await send(begun - 1)).ms);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { ms, perSecond: (requests * 1000) / (performance.now() - startedAt) };
}
