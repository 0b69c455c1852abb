import { describe, expect, it } from 'vitest';
import { probeBuild } from './probe-build.ts';
import { useProductionApp } from './production-app.ts';

describe('the files of the build', () => {
  const { get, send } = useProductionApp(probeBuild({ chunks: 0, isCancelled: false }));

  it('have only the security headers that concern scripts and styles', async () => {
    const { headers } = await get('/assets/app-abc123.js');
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    });
    const others = [
      'permissions-policy',
      'x-frame-options',
      'x-request-id',
      'last-modified',
      'accept-ranges',
    ];
    expect(Object.keys(headers).filter((name) => others.includes(name))).toEqual([]);
  });

  it('are sent compressed by the build to browsers that accept it', async () => {
    const accepting = (encodings: string) => get('/assets/app-abc123.js', { 'Accept-Encoding': encodings });
    const copy = await accepting('gzip, deflate, br');
    expect([copy.status, copy.body]).toEqual([200, 'compressed']);
    expect(copy.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    for (const encodings of ['gzip', 'br;q=0, gzip', 'identity']) {
      const { body, headers } = await accepting(encodings);
      expect([body, headers['content-encoding']]).toEqual(['// script', undefined]);
    }
    const missing = await get('/assets/missing.js', { 'Accept-Encoding': 'br' });
    expect([missing.status, missing.headers['content-encoding']]).toEqual([404, undefined]);
    const posted = await send('POST', '/assets/app-abc123.js', { 'Accept-Encoding': 'br' });
    expect(posted.headers['content-encoding']).toBeUndefined();
  });
});
