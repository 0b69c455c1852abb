import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** From sending the request to the last byte of its answer. */
  readonly ms: number;
}

/** A signed-in client that keeps its connections. An answer of 400 or more is an error. */
export interface BenchClient {
  get(path: string): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
  close(): void;
}

export function openClient(url: string, cookie = ''): BenchClient {
  const agent = new Agent({ keepAlive: true });
  const send = (method: string, path: string, body?: string) =>
    new Promise<Answer>((resolve, reject) => {
      const startedAt = performance.now();
      const headers = {
        Cookie: cookie,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      };
      const sent = request(new URL(path, url), { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const ms = performance.now() - startedAt;
          const answer = Buffer.concat(chunks).toString();
          const status = response.statusCode ?? 0;
          if (status < 400) resolve({ status, body: answer, headers: response.headers, ms });
          else reject(new Error(`${method} ${path} answered ${status}: ${answer.slice(0, 500)}`));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    get: (path) => send('GET', path),
    patch: (path, body) => send('PATCH', path, JSON.stringify(body)),
    close: () => agent.destroy(),
  };
}

export interface LoadResult {
  /** Of each request. */
  readonly ms: readonly number[];
  readonly perSecond: number;
}

/** So many requests by so many clients at once, each sending the next when it has its answer. */
export async function load(
  send: (nth: number) => Promise<Answer>,
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
