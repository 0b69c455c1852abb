import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { decode } from 'turbo-stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { probeBuild } from './probe-build.ts';
import { type Got, useProductionApp } from './production-app.ts';

const TOKEN = 'a-token-for-scrapes';
const MESSAGE = 'The server is busy. Try again in a few seconds.';
const BODY = { statusCode: 503, error: 'Service Unavailable', message: MESSAGE };
const PAGE = { Accept: 'text/html,*/*' };

/** Of a server that isn't slow: how many requests may be running when another of the kind begins. */
const LIMITS = { download: 17, page: 40, change: 62, login: 96, designate: 112 };
/** Of a server that is slow. */
const SLOW_PAGES = 9;
const SLOW_MS = 2_000;

const held = { running: 0, release: [] as (() => void)[] };

const build = probeBuild({ chunks: 0, isCancelled: false });
function addRoute(path: string, respond: (request: Request) => Response | Promise<Response>) {
  const serve = ({ request }: { request: Request }) => Promise.resolve(respond(request));
  build.routes[path] = { id: path, path, module: { default: undefined, loader: serve, action: serve } };
}
addRoute('designate/held', async () => {
  held.running += 1;
  await new Promise<void>((resolve) => held.release.push(resolve));
  held.running -= 1;
  return new Response('done');
});
addRoute('designate/saved', async (request) => new Response(await request.text()));
addRoute('api/audit/download', () => new Response('a line\r\n'));
addRoute('endless', () => {
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
    controller.enqueue(new Uint8Array(64 * 1024));
  return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
});

describe('a server with too many requests', () => {
  const app = useProductionApp(build, { METRICS_TOKEN: TOKEN, OUTBOX_WORKER: 'off' });
  let running: Promise<Got>[] = [];
  // So that requests aren't slow on a busy machine.
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  /** Lets this many requests run until they're released. */
  async function hold(count: number): Promise<void> {
    const wanted = held.running + count;
    for (let nth = 0; nth < count; nth += 1) running.push(app.get('/designate/held'));
    await expect.poll(() => held.running).toBe(wanted);
  }

  async function release(): Promise<Got[]> {
    for (const one of held.release.splice(0)) one();
    const done = await Promise.all(running);
    running = [];
    return done;
  }
  afterEach(async () => {
    await release();
  });

  const statuses = async () => ({
    download: (await app.get('/api/audit/download')).status,
    page: (await app.get('/echo')).status,
    change: (await app.send('POST', '/api/echo', {}, 'x')).status,
    login: (await app.get('/login/create/ada@example.org')).status,
    designate: (await app.send('PATCH', '/designate/saved', {}, 'x')).status,
  });
  const all = (status: number) =>
    Object.fromEntries(Object.keys(LIMITS).map((kind) => [kind, status])) as Record<
      keyof typeof LIMITS,
      number
    >;

  it('refuses downloads first, then pages, changes, and signing in, and designating last', async () => {
    const expected = all(200);
    await hold(LIMITS.download - 1);
    expect(await statuses()).toEqual(expected);
    for (const [kind, limit] of Object.entries(LIMITS)) {
      await hold(limit - held.running);
      expect(await statuses()).toEqual(Object.assign(expected, { [kind]: 503 }));
    }
    expect((await app.get('/healthz')).status).toBe(200);
    expect((await app.get('/readyz')).status).not.toBe(429);
    expect((await app.get('/assets/app-abc123.js')).status).toBe(200);
    const done = await release();
    expect(done.map(({ status }) => status)).toEqual(done.map(() => 200));
    expect(await statuses()).toEqual(all(200));
  });

  it('also refuses pages about malformed addresses', async () => {
    await hold(LIMITS.page - 1);
    expect((await app.get('/%ff', PAGE)).status).not.toBe(503);
    await hold(1);
    expect((await app.get('/%ff', PAGE)).status).toBe(503);
  });

  it('tells callers when to try again', async () => {
    await hold(LIMITS.designate);
    const { status, headers, body } = await app.send('PATCH', '/designate/saved', {}, 'typed');
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
    expect(JSON.parse(body)).toEqual(BODY);
  });

  it('tells people in a sentence, and how to send what they entered again', async () => {
    await hold(LIMITS.change);
    const page = await app.get('/echo', PAGE);
    expect([page.status, page.headers['retry-after']]).toEqual([503, '5']);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    expect(page.body).toContain(`<p>${MESSAGE}</p>\n<p><a href="">Reload page</a></p>`);
    const form = await app.send('POST', '/echo', PAGE, 'name=Ada');
    expect(form.body).toContain(`<p>${MESSAGE}</p>\n<p>Reload this page to resend what you entered.</p>`);
  });

  it("tells Remix's scripts, so that they show the error page, or keep the form", async () => {
    await hold(LIMITS.change);
    const loaded = await app.get('/echo.data');
    expect([loaded.status, loaded.headers['retry-after']]).toEqual([503, '5']);
    expect(loaded.headers['content-type']).toBe('text/x-script; charset=utf-8');
    const error = { error: { type: 'ErrorResponse', data: BODY, status: 503 } };
    expect(await decoded(loaded)).toMatchObject({ echo: error, page: error });
    expect(await decoded(await app.send('POST', '/echo.data', {}, 'name=Ada'))).toMatchObject(error);
  });

  it('counts and logs what it refused, by kind', async () => {
    await hold(LIMITS.page);
    app.forgetEntries();
    const count = async (kind: string) => {
      const { body } = await app.get('/metrics', { Authorization: `Bearer ${TOKEN}` });
      return Number(
        new RegExp(`^laurel_http_requests_refused_total{kind="${kind}"} (\\d+)$`, 'm').exec(body)?.[1],
      );
    };
    const [downloads, pages] = [await count('download'), await count('page')];
    await app.get('/echo');
    await app.get('/echo');
    await expect.poll(() => count('page')).toBe(pages + 2);
    expect(await count('download')).toBe(downloads);
    const refused = app.entries().filter(({ refused: kind }) => kind === 'page');
    expect(refused).toMatchObject([{ path: '/echo', status: 503 }, { path: '/echo' }]);
  });

  it("doesn't count requests whose clients send or read slowly", async () => {
    const head = 'PATCH /designate/saved HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf';
    const senders = Array.from({ length: LIMITS.designate + 1 }, () => connect(app.port, '127.0.0.1'));
    await Promise.all(senders.map((socket) => once(socket, 'connect')));
    for (const socket of senders) socket.write(head);
    const readers = Array.from({ length: LIMITS.page + 1 }, () =>
      http.request({ host: '127.0.0.1', port: app.port, path: '/endless', agent: false }).end(),
    );
    const responses = await Promise.all(readers.map((reader) => once(reader, 'response')));
    expect(responses.map(([response]) => (response as http.IncomingMessage).statusCode)).toEqual(
      responses.map(() => 200),
    );
    await expect.poll(statuses).toEqual(all(200));
    const [first] = senders;
    first?.write('-sent');
    const [answer] = (await once(first ?? connect(app.port), 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 OK/);
    for (const socket of senders) socket.destroy();
    for (const reader of readers) reader.destroy();
  });

  it('accepts fewer while requests are slow, and as many as before when they are fast again', async () => {
    await hold(LIMITS.page);
    vi.advanceTimersByTime(SLOW_MS + 1);
    await release();
    await hold(SLOW_PAGES);
    expect((await app.get('/echo')).status).toBe(503);
    await release();
    for (let nth = 0; nth < LIMITS.designate; nth += 1) await app.get('/login/create/ada@example.org');
    await hold(SLOW_PAGES);
    expect((await app.get('/echo')).status).toBe(200);
  });
});

async function decoded({ body }: Got): Promise<unknown> {
  const stream = new Response(body).body;
  if (stream === null) throw new Error('The response has no body.');
  const asError = (type: string, ...[data, status]: unknown[]) =>
    type === 'ErrorResponse' && { value: { type, data, status } };
  const { value, done } = await decode(stream, { plugins: [asError] });
  await done;
  return value;
}
