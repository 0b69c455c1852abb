import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { SessionEntity } from '#db/entities/session.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { startServer } from '#tests/support/server-process.ts';
import { stopDuringRequest } from '#tests/support/stop-during-request.ts';

const BEHIND_PROXY = { TRUST_PROXY: '1' };
const NO_SERVICES = { databaseUrl: 'postgresql://127.0.0.1:1/nobody', smtpUrl: 'smtp://127.0.0.1:1' };

describe('remix-serve', () => {
  const bench = useDesignateApp(BEHIND_PROXY, { program: 'remix-serve' });
  let admin: MadeUser;
  let pending: MadeDesignation;

  beforeAll(async () => {
    const { orm, year } = bench;
    admin = await makeAdmin(orm);
    const school = await makeSchool(orm, { name: 'Elder High' });
    pending = await makeDesignation(orm, {
      ...{ academicYearId: year.id, highSchoolId: school.id, submittedById: admin.id },
      ...{ status: 'PENDING', students: 2 },
    });
  });

  it('signs in with a link and a code, shows pages, also those that the browser loads as data, and logs neither link, code, nor any other query', async () => {
    const { email } = await makeAdmin(bench.orm);
    const page = await bench.browser.newPage({ baseURL: bench.app.url });
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    const { text } = await bench.app.mail.waitForEmailTo(email);
    const [, link = ''] = /\/login\?code=([\w-]{22})\n/.exec(text) ?? [];
    const [code = ''] = /\b\d{6}\b/.exec(text) ?? [];
    await page.goto(`/login?code=${link}`);
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/designations?highSchoolName=Elder');
    await waitForHydration(page);
    const asData = page.waitForResponse(`**/designations/${pending.id}.data*`);
    await page.getByRole('link', { name: 'Elder High', exact: true }).click();
    await page.getByRole('heading', { name: 'Elder High' }).waitFor();
    const loaded = await asData;
    expect([loaded.status(), loaded.headers()['cache-control']]).toEqual([200, 'no-store']);

    const { headers, status } = await fetch(`${bench.app.url}/login?code=${link}`, { redirect: 'manual' });
    expect([status, headers.get('Referrer-Policy')]).toEqual([302, 'no-referrer']);
    const output = () => bench.app.server.output();
    await expect.poll(output).toContain('"path":"/designations","status":200');
    expect(link).toHaveLength(22);
    for (const secret of [link, code, email, 'code=', 'highSchoolName=', 'step='])
      expect(output()).not.toContain(secret);
  });

  it('serves REST calls and downloads of designations, and refuses visitors, other origins, and methods that a URL does not have', async () => {
    const { request } = await bench.pageOf(admin);
    const call = await request.get(`/api/designations/${pending.id}`);
    expect([call.status(), await call.json()]).toMatchObject([200, { id: pending.id, status: 'PENDING' }]);
    const file = await request.get(`/api/designations/download/year/${bench.year.id}`);
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect((await file.text()).trim().split('\r\n')).toHaveLength(3);
    expect((await fetch(`${bench.app.url}/api/designations/${pending.id}`)).status).toBe(401);
    const anonymous = await fetch(`${bench.app.url}/api/designations/download/year/${bench.year.id}`);
    expect([anonymous.status, await anonymous.text()]).toMatchObject([
      401,
      expect.not.stringContaining('Elder'),
    ]);

    const send = (method: string, path: string, origin = bench.app.url) =>
      request.fetch(path, { method, form: { intent: 'decide' }, headers: { Origin: origin } });
    for (const path of ['/designations/bulk', `/designations/${pending.id}.data`, '/api/designations']) {
      const refused = await send('POST', path, 'https://elsewhere.example.com');
      expect([path, refused.status()]).toEqual([path, 403]);
      expect(await refused.text()).toContain('This request came from another site. Nothing was changed.');
    }
    const refused = await send('PUT', '/designations');
    expect([refused.status(), refused.headers()['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await send('PUT', '/api/designations')).status()).toBe(405);
  });

  it('sends the security headers with pages, data, REST calls, and files, and caches only files with hashed names for a year', async () => {
    for (const path of ['/login', '/login.data', '/no/such/page', '/api/users', '/robots.txt', '/healthz']) {
      const { headers } = await fetch(`${bench.app.url}${path}`);
      expect(Object.fromEntries(headers), path).toMatchObject({
        'content-security-policy': expect.stringMatching(/script-src 'self' 'nonce-[^']{24}'/) as string,
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
      });
    }
    const page = await (await fetch(`${bench.app.url}/login`)).text();
    const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
    const cachedFor = async (path: string) =>
      (await fetch(`${bench.app.url}${path}`)).headers.get('Cache-Control');
    expect(await cachedFor(asset)).toBe('public, max-age=31536000, immutable');
    expect(await cachedFor('/favicon.svg')).toBe('public, max-age=600');
  });

  it("takes the client's address from the trusted proxy, not from what the client claims", async () => {
    const { email, id } = await makeAdmin(bench.orm);
    const post = (path: string, body: object, cookie = '') =>
      fetch(`${bench.app.url}${path}`, {
        method: 'POST',
        headers: {
          ...{ 'Content-Type': 'application/json', Cookie: cookie },
          'X-Forwarded-For': '203.0.113.9, 198.51.100.7',
        },
        body: JSON.stringify(body),
      });
    const asked = await post('/api/login', { email });
    const cookie = asked.headers.getSetCookie().map((header) => header.split(';')[0]);
    const code = await bench.app.mail.waitForCodeTo(email);
    expect((await post('/api/login/code', { email, code }, cookie.join('; '))).status).toBe(200);
    const { clientAddress } = await bench.orm.em.fork().findOneOrFail(SessionEntity, { user: id });
    expect(clientAddress).toBe('198.51.100.7');
  });

  // The last test of this server.
  it('finishes running requests on SIGTERM after other clients have left, and exits with 0 within 10 s', async () => {
    await leaveDuringRequests(bench.app.url);
    const agent = new http.Agent({ keepAlive: true });
    const { statusCode, headers } = await stopDuringRequest(bench.app, agent);
    expect([statusCode, headers.connection]).toEqual([204, 'close']);
    expect(bench.app.server.output()).toContain('"msg":"stopped"');
  });
});

/** Requests pages with 200 connections, and closes them while the server responds. */
async function leaveDuringRequests(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const clients = Array.from({ length: 200 }, () => connect(Number(port), hostname));
  await Promise.all(clients.map((client) => once(client, 'connect')));
  for (const client of clients) client.write(`GET /login HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await Promise.all(clients.map((client, index) => sleep(index % 40).then(() => client.destroy())));
}

it("remix-serve in production doesn't start if TRUST_PROXY is turned off, or in another mode than the one of the build", async () => {
  const start = (env: Record<string, string>) => startServer({ ...NO_SERVICES, program: 'remix-serve', env });
  await Promise.all([
    expect(start({ TRUST_PROXY: 'off' })).rejects.toThrow(
      'The server ended with 1. It wrote:\nSome settings are missing or invalid:\n  - TRUST_PROXY must be the number of proxies in front of the server, or their addresses\n',
    ),
    expect(start({ NODE_ENV: 'development', TRUST_PROXY: '1' })).rejects.toThrow(
      'The server ended with 1. It wrote:\nremix-serve can only serve the build. Use `npm run dev`, or unset NODE_ENV.\n',
    ),
  ]);
});
