import { Agent, request } from 'node:http';

export interface ClientResponse {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** From sending the request to the last byte of the response. */
  readonly ms: number;
}

export interface Sent {
  /** Strings are sent unchanged, URLSearchParams as a form, and everything else as JSON. */
  readonly body?: unknown;
  /** Override the client's own headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Shorter than the server keeps idle connections, like a load balancer's, so that no request meets a closing one. */
const IDLE_TIMEOUT_MS = 60_000;

/** A client with a cookie and one connection per concurrent request. Every response resolves, whatever its status. */
export interface HttpClient {
  send(method: string, path: string, sent?: Sent): Promise<ClientResponse>;
  close(): void;
}

/** Sends `path` verbatim, even if it is malformed. */
export function openHttpClient(url: string, cookie = ''): HttpClient {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS });
  const { hostname, port } = new URL(url);
  return {
    send: (method, path, { body, headers = {} } = {}) =>
      new Promise<ClientResponse>((resolve, reject) => {
        const startedAt = performance.now();
        const { text, type } = contentOf(body);
        const own = {
          ...(cookie === '' ? {} : { Cookie: cookie }),
          ...(type === null ? {} : { 'Content-Type': type }),
        };
        const options = { hostname, port, path, method, agent, headers: { ...own, ...headers } };
        const sent = request(options, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const ms = performance.now() - startedAt;
            const answered = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, body: answered, headers: response.headers, ms });
          });
        });
        sent.on('error', reject);
        sent.end(text);
      }),
    close: () => agent.destroy(),
  };
}

function contentOf(body: unknown): { text: string | undefined; type: string | null } {
  if (body === undefined) return { text: undefined, type: null };
  if (body instanceof URLSearchParams) {
    return { text: body.toString(), type: 'application/x-www-form-urlencoded' };
  }
  return { text: typeof body === 'string' ? body : JSON.stringify(body), type: 'application/json' };
}

/** Returns the Cookie header of a browser that stored the response's cookies. */
export function cookiesSetBy({ headers }: ClientResponse): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((header) => header.slice(0, header.indexOf(';')))
    .filter((pair) => !pair.endsWith('='))
    .join('; ');
}
