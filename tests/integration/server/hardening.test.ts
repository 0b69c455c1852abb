import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { probeBuild } from './probe-build.ts';
import { useProductionApp } from './production-app.ts';

describe('the HTTP server in production', () => {
  const app = useProductionApp(probeBuild({ chunks: 0, isCancelled: false }));
  beforeAll(async () => {
    await mkdir(path.join(app.folder, '.git'));
    await writeFile(path.join(app.folder, '.git/config'), 'secret');
    await writeFile(path.join(app.folder, '.env'), 'secret');
    await writeFile(path.join(app.folder, 'robots.txt'), 'User-agent: *');
  });

  it.each(['/.git/config', '/.git/', '/.env', '/%2egit/config', '/assets/../.env', '/package.json'])(
    "doesn't serve files that aren't for browsers: %s",
    async (target) => {
      const { status, body } = await app.get(target);
      expect([status >= 400 && status < 500, body.includes('secret')]).toEqual([true, false]);
    },
  );

  it.each(['/assets/', '/assets', '/.'])('lists no folder: %s', async (target) => {
    const { status, body } = await app.get(target);
    expect([status, body.includes('app-abc123')]).toEqual([404, false]);
  });

  it.each([
    ['/assets/app-abc123.js', 'application/javascript; charset=UTF-8'],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['/robots.txt', 'text/plain; charset=UTF-8'],
    ['/healthz', 'application/json; charset=utf-8'],
    ['/api/users', 'application/json'],
    ['/%E0%A4%A', 'text/plain; charset=utf-8'],
  ])('serves %s with its content type and encoding', async (target, contentType) => {
    expect((await app.get(target)).headers['content-type']).toBe(contentType);
  });

  it.each(['GET', 'OPTIONS', 'POST'])('lets no other site read responses: %s', async (method) => {
    for (const target of ['/api/users', '/echo', '/assets/app-abc123.js', '/healthz']) {
      const { headers } = await app.send(method, target, {
        Origin: 'https://elsewhere.example.org',
        'Access-Control-Request-Method': 'GET',
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });

  it.each([
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n'],
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
    ['an unknown encoding', 'Transfer-Encoding: xchunked\r\n'],
    ['a bare line feed in a header', 'X-Header: a\nTransfer-Encoding: chunked\r\n'],
  ])('refuses requests that another server could delimit differently: %s', async (_what, headers) => {
    const response = await app.sendBytes(
      `POST /api/echo HTTP/1.1\r\nHost: scholars.example.org\r\n${headers}\r\n0\r\n\r\nGET /echo HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    expect(response.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
  });
});
