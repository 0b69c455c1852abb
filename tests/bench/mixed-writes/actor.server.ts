import { parseSettings } from '#app/config/env.server.ts';
import { readFlash } from '#app/server/flash.server.ts';
import { type BenchApp, SESSION_SECRET } from '#tests/bench/support/bench-app.server.ts';
import type { ClientResponse, HttpClient, Sent } from '#tests/bench/support/http-client.ts';
import { type Fact, factOf } from '#tests/bench/mixed-writes/facts.ts';
import type { Random } from '#tests/bench/mixed-writes/random.ts';

/** A request, its result, and the facts under which it is allowed and finds its target. */
export interface Attempt {
  /** The action and its channel, such as 'class size, form'. */
  readonly what: string;
  readonly request: string;
  /** The status REST would return: 401 for a form that redirects to login, 404 for one whose target is gone. */
  readonly status: number;
  readonly said: string;
  /** In milliseconds: when the target was read, when the session began, and when the response arrived. */
  readonly begun: number;
  readonly signedInAt: number;
  readonly ended: number;
  /** One fact of each group must be true. */
  readonly needs: readonly (readonly Fact[])[];
}

export interface RequestSpec extends Sent {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly needs: readonly (readonly Fact[])[];
  /** When the target was read. The current time by default. */
  readonly begun?: number;
}

const SENTENCE_LENGTH = 250;
const GONE = ['t exist, or you', 'no longer open'];
const SETTINGS = parseSettings({ NODE_ENV: 'test', SESSION_SECRET });

/** A user who writes at random, with a browser session. */
export class Actor {
  readonly attempts: Attempt[] = [];
  readonly random: Random;
  readonly user: { readonly id: string; readonly email: string };
  readonly #app: BenchApp;
  #client: HttpClient | null = null;
  #signedInAt = 0;

  constructor(app: BenchApp, user: { readonly id: string; readonly email: string }, random: Random) {
    this.#app = app;
    this.user = user;
    this.random = random;
  }

  async call(spec: RequestSpec): Promise<ClientResponse> {
    return this.#send(spec, spec.headers ?? {});
  }

  /** Sends a form as a browser without scripts does. */
  async post(spec: Omit<RequestSpec, 'method'>): Promise<ClientResponse> {
    const { url } = this.#app.server;
    const headers = { Origin: url, Referer: `${url}${spec.path}`, 'Sec-Fetch-Site': 'same-origin' };
    return this.#send({ ...spec, method: 'POST' }, { ...headers, ...spec.headers });
  }

  /** Returns what is stored now. Null if the response isn't 200. */
  async read<Body>(path: string, needs: RequestSpec['needs']): Promise<Body | null> {
    const response = await this.call({ what: 'read', method: 'GET', path, needs });
    return response.status === 200 ? (JSON.parse(response.body) as Body) : null;
  }

  async #send(spec: RequestSpec, headers: Readonly<Record<string, string>>): Promise<ClientResponse> {
    const client = this.#client ?? (await this.#signIn());
    const begun = spec.begun ?? Date.now();
    const { what, method, path, needs } = spec;
    const response = await client.send(method, path, { body: spec.body, headers });
    const { status, said } = await this.#meaningOf(path, response);
    this.attempts.push({
      ...{ what, status, said, begun, needs: [...needs, [factOf.account(this.user.id)]] },
      ...{ request: `${method} ${path}`, signedInAt: this.#signedInAt, ended: Date.now() },
    });
    if (status === 401) {
      client.close();
      this.#client = null;
    }
    return response;
  }

  async #signIn(): Promise<HttpClient> {
    this.#signedInAt = Date.now();
    this.#client = await this.#app.callerOf(this.user.id);
    return this.#client;
  }

  /** A closed step redirects to the agreement. If that opens, the designation exists but is locked (409). */
  async #sentBack(to: string): Promise<{ status: number; said: string }> {
    const response = await this.#client?.send('GET', to);
    const status = response?.status ?? 0;
    return { status: status === 200 ? 409 : status, said: sentenceOf(response?.body ?? '') };
  }

  async #meaningOf(
    path: string,
    { status, headers, body }: ClientResponse,
  ): Promise<{ status: number; said: string }> {
    const to = headers['location'];
    if (typeof to !== 'string') return { status, said: sentenceOf(body) };
    if (to.startsWith('/login')) return { status: 401, said: to };
    if (to.startsWith('/designate/agreement') && !path.startsWith('/designate/agreement'))
      return this.#sentBack(to);
    const cookie = [headers['set-cookie'] ?? []]
      .flat()
      .map((header) => header.split(';')[0])
      .join('; ');
    const request = new Request(this.#app.server.url, { headers: { Cookie: cookie } });
    const { messages } = await readFlash(request, SETTINGS);
    const refusal = messages.find(({ tone }) => tone === 'danger');
    if (refusal === undefined) return { status, said: to };
    return { status: GONE.some((phrase) => refusal.text.includes(phrase)) ? 404 : 409, said: refusal.text };
  }
}

/** A refusal's message: of a call, or the first banner of a page, or the start of the text. */
function sentenceOf(body: string): string {
  const reported = /"message":"([^"]*)"/.exec(body)?.[1];
  if (reported !== undefined) return reported;
  const [, page = body] = /<main\b(.*)<\/main>/s.exec(body) ?? [];
  const banner = /role="alert"(.*)/s.exec(page)?.[1] ?? page;
  const text = banner.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return text.slice(0, SENTENCE_LENGTH);
}
