import http from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { probeBuild } from './probe-build.ts';
import { useProductionApp } from './production-app.ts';

const CHUNKS_IN_FLIGHT = 200;

describe('the HTTP server in production', () => {
  const download = { chunks: 0, isCancelled: false };
  const app = useProductionApp(probeBuild(download));
  const { get, send, sendBytes } = app;

  it.each([
    ['/echo', 200],
    ['/favicon.svg', 200],
    ['/assets/missing.js', 404],
    ['/healthz', 200],
    ['/%E0%A4%A', 400],
    ['/designations?highSchoolName=a%00b', 400],
    ['/api/%', 400],
  ])('puts the security headers on %s', async (target, status) => {
    const got = await get(target);
    expect(got.status).toBe(status);
    expect(got.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    });
    expect(got.headers['content-security-policy']).toMatch(
      /^default-src 'self'; script-src 'self' 'nonce-[\w+/]{22}=='; style-src 'self' 'nonce-[\w+/]{22}=='; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'$/,
    );
    expect(got.headers['x-powered-by']).toBeUndefined();
  });

  it.each([
    ['GET', '/echo?_data=zzz'],
    ['GET', '/echo?a=1&%5Fdata'],
    ['POST', '/echo?_data=echo'],
    ['GET', '/api/echo?_data=routes%2Fapi'],
  ])("doesn't support Remix's old data requests: %s %s", async (method, target) => {
    for (const cookie of ['', `__Host-laurel_session=${'a'.repeat(43)}`]) {
      app.forgetEntries();
      const got = await send(method, target, { Cookie: cookie, Origin: 'https://scholars.example.org' });
      expect([got.status, app.entries().filter(({ level }) => level === 50)]).toEqual([400, []]);
      expect(got.body).toContain('The URL must not contain the parameter _data.');
    }
    expect((await get('/echo?data=_data')).status).toBe(200);
  });

  it('has a new nonce and request ID for every response, and passes both to Remix', async () => {
    const [one, other] = [await get('/echo'), await get('/echo')];
    const reported = JSON.parse(one.body) as { nonce: string; requestId: string };
    expect(one.headers['content-security-policy']).toContain(`'nonce-${reported.nonce}'`);
    expect(one.headers['x-request-id']).toBe(reported.requestId);
    expect(other.headers['content-security-policy']).not.toContain(reported.nonce);
    expect(other.headers['x-request-id']).not.toBe(reported.requestId);
  });

  it('keeps the request ID of a trusted proxy, or creates one', async () => {
    const given = `${'Ab9._-'.repeat(10)}wxyz`;
    const named = await get('/echo', { 'X-Request-Id': given });
    expect([named.headers['x-request-id'], JSON.parse(named.body)]).toMatchObject([
      given,
      { requestId: given },
    ]);
    expect(app.entries()).toMatchObject([{ requestId: given, path: '/echo' }]);
    for (const bad of ['', 'a b', `${given}x`, 'a"b', 'a;b', 'é']) {
      const { headers } = await get('/echo', { 'X-Request-Id': bad });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    }
  });

  it('logs a client that disconnects during its body as a request without a response, not as an error', async () => {
    connect(app.port, '127.0.0.1').end(
      'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    await expect.poll(() => app.entries().filter(({ path }) => path === '/api/login')).toHaveLength(1);
    expect((await get('/echo')).status).toBe(200);
    const [entry, ...others] = app.entries();
    expect(entry).toMatchObject({ level: 30, msg: 'request', aborted: true });
    expect(entry).not.toHaveProperty('status');
    expect(others).toMatchObject([{ path: '/echo' }]);
  });

  it('returns a bare 400 with the security headers for bytes that are not HTTP', async () => {
    const response = await sendBytes('GARBAGE\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toContain("script-src 'none'");
    expect(await sendBytes(`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
    expect(await sendBytes('GET /echo HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('refuses methods and targets that no route has, with the error body under /api', async () => {
    expect(await send('PROPFIND', '/api/echo')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
    });
    expect(JSON.parse((await send('TRACE', '/API/echo')).body)).toMatchObject({ statusCode: 405 });
    expect(await get('http://elsewhere.example/echo')).toMatchObject({ status: 400 });
    expect(await get('/api/%')).toMatchObject({
      status: 400,
      body: '{"statusCode":400,"error":"Bad Request","message":"The URL isn\'t well-formed."}',
    });
  });

  it("gives Remix its own URL regardless of Host, and the client's address from the trusted proxy", async () => {
    expect(await get('//evil.example/echo')).toMatchObject({ status: 404, body: 'no such route' });
    const reported = await get('/echo?x=1', {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-For': '203.0.113.9, 198.51.100.7',
    });
    expect(JSON.parse(reported.body)).toMatchObject({
      url: 'https://scholars.example.org/echo?x=1',
      host: 'scholars.example.org',
      clientAddress: '198.51.100.7',
    });
  });

  it('rejects forms from other sites before Remix, and under /api in the wrapper', async () => {
    const foreign = { Origin: 'https://evil.example' };
    expect(await send('POST', '/echo', foreign)).toMatchObject({
      status: 403,
      body: 'This request came from another site. Nothing was changed.\n',
    });
    expect(await send('POST', '/echo', { Origin: 'not an origin' })).toMatchObject({ status: 403 });
    expect(await send('POST', '/echo', { Origin: 'https://scholars.example.org' })).toMatchObject({
      status: 200,
    });
    expect(await send('POST', '/api/echo', foreign, 'body')).toMatchObject({
      status: 200,
      body: '{"body":"body"}',
    });
  });

  it.each(['%0A', '%0d%0aX:1', 'a%E2%80%A8b'])(
    'returns 404 for a call with a line break in its path: %s',
    async (end) => {
      const headers = { Origin: 'no address', 'Content-Type': 'application/json' };
      for (const [method, more] of [['GET', {}] as const, ['POST', headers] as const]) {
        const got = await send(method, `/api/unknown/${end}`, more);
        expect([method, got.status, JSON.parse(got.body)]).toMatchObject([method, 404, { statusCode: 404 }]);
      }
    },
  );

  it("doesn't serve REST calls as data requests for navigations", async () => {
    for (const target of [
      '/api/designations.data',
      '/api/designations/download.data?_routes=x',
      '/API/logout.DATA',
      '/api/x.data/',
    ]) {
      const { status, headers, body } = await get(target);
      expect([target, status]).toEqual([target, 404]);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(JSON.parse(body)).toEqual({
        statusCode: 404,
        error: 'Not Found',
        message: "There's no such endpoint. Check the path.",
      });
    }
    expect((await get('/%61pi/designations.data')).status).toBe(404);
  });

  it('sends every cookie, lets routes replace headers, and disables caching by default', async () => {
    const got = await get('/cookies');
    expect(got).toMatchObject({
      status: 201,
      headers: { 'set-cookie': ['a=1', 'b=2'], 'cache-control': 'private', 'referrer-policy': 'no-referrer' },
    });
    expect((await get('/echo')).headers['cache-control']).toBe('no-store');
  });

  it('lets browsers cache built assets for a year and other files for minutes', async () => {
    expect((await get('/assets/app-abc123.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=600');
    expect(await get('/assets/../../etc/passwd')).toMatchObject({ status: 403 });
  });

  it('compresses pages', async () => {
    const got = await get('/page', { 'Accept-Encoding': 'gzip' });
    expect(got.headers['content-encoding']).toBe('gzip');
    expect(got.headers['vary']).toBe('Accept-Encoding');
  });

  it("streams a download at the client's speed, and stops when the client disconnects", async () => {
    const request = http.get({
      host: '127.0.0.1',
      port: app.port,
      path: '/download',
      headers: { 'Accept-Encoding': 'gzip' },
    });
    const response = await new Promise<http.IncomingMessage>((resolve) => request.on('response', resolve));
    expect(response.headers['content-encoding']).toBeUndefined();
    await sleep(300);
    const chunks = download.chunks;
    await sleep(300);
    expect(download.chunks).toBe(chunks);
    expect(chunks).toBeLessThan(CHUNKS_IN_FLIGHT);
    response.destroy();
    for (let tries = 0; tries < 100 && !download.isCancelled; tries += 1) await sleep(10);
    expect(download.isCancelled).toBe(true);
  });

  it('logs the method, path, status, and time of each request, without queries and people', async () => {
    await get('/echo?name=secret', { 'User-Agent': 'someone' });
    await get('/login/create/ada%40example.org');
    await get('/api/users/@me');
    const entries = app.entries();
    expect(entries.map(({ method, path: logged, status }) => [method, logged, status])).toEqual([
      ['GET', '/echo', 200],
      ['GET', '/login/create/:email', 200],
      ['GET', '/api/users/@me', 404],
    ]);
    expect(Object.keys(entries[0] ?? {}).sort()).toEqual(
      ['level', 'method', 'ms', 'msg', 'path', 'requestId', 'status', 'time'].sort(),
    );
  });

  it('reports that it is alive and ready', async () => {
    expect(await get('/healthz')).toMatchObject({
      status: 200,
      body: '{"status":"alive","version":"1.2.3","commit":"abc"}',
    });
    expect(await get('/readyz')).toMatchObject({ status: 200, body: '{"status":"ready"}' });
  });

  it('is not ready while a migration is missing', async () => {
    const em = app.application.orm.em.fork();
    const [last] = await em.execute<{ name: string }[]>(
      'delete from mikro_orm_migrations where id = (select max(id) from mikro_orm_migrations) returning name',
    );
    expect(await get('/readyz')).toMatchObject({
      status: 503,
      body: '{"status":"not ready","message":"1 migration is pending: run `laurel db migrate`."}',
    });
    await em.execute('insert into mikro_orm_migrations (name) values (?)', [last?.name]);
    expect(await get('/readyz')).toMatchObject({ status: 200 });
  });

  it('remains ready after a newer build migrated the database', async () => {
    const em = app.application.orm.em.fork();
    await em.execute(`insert into mikro_orm_migrations (name) values ('Migration20991231000000Newer')`);
    expect(await get('/readyz')).toMatchObject({ status: 200, body: '{"status":"ready"}' });
    await em.execute(`delete from mikro_orm_migrations where name = 'Migration20991231000000Newer'`);
  });

  it("isn't ready during shutdown, but alive", async () => {
    app.application.announceEnd();
    expect(await get('/readyz')).toMatchObject({
      status: 503,
      body: '{"status":"not ready","message":"The server is shutting down."}',
    });
    expect(await get('/healthz')).toMatchObject({ status: 200 });
    expect(await get('/echo')).toMatchObject({ status: 200 });
  });

  it("doesn't route the mailbox", async () => {
    expect(await get('/dev/mailbox')).toMatchObject({ status: 404, body: 'no such route' });
  });
});

describe('the HTTP server without a trusted proxy, with HSTS_SUBDOMAINS=off', () => {
  const app = useProductionApp(probeBuild({ chunks: 0, isCancelled: false }), {
    TRUST_PROXY: 'off',
    HSTS_SUBDOMAINS: 'off',
  });

  it('ignores request IDs of clients', async () => {
    expect((await app.get('/echo', { 'X-Request-Id': 'abc-123' })).headers['x-request-id']).not.toBe(
      'abc-123',
    );
  });

  it('requires HTTPS only for its own host', async () => {
    for (const target of ['/echo', '/assets/missing.js', '/healthz']) {
      expect((await app.get(target)).headers['strict-transport-security']).toBe('max-age=63072000');
    }
    expect(await app.sendBytes('GARBAGE\r\n\r\n')).toContain(
      'Strict-Transport-Security: max-age=63072000\r\n',
    );
  });
});
