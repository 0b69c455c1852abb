import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { REQUEST_WAIT_MS, REQUESTS_PER_SESSION } from '#app/server/http/request-slots.server.ts';
import { sessionCookieHeader } from '#app/server/cookies.server.ts';
import { probeBuild } from './probe-build.ts';
import { type Got, useProductionApp } from './production-app.ts';

/** Responds when released. */
const held = { running: 0, release: [] as (() => void)[] };

const build = probeBuild({ chunks: 0, isCancelled: false });
build.routes['api/held'] = {
  id: 'api/held',
  path: 'api/held',
  module: {
    default: undefined,
    loader: async () => {
      held.running += 1;
      await new Promise<void>((resolve) => held.release.push(resolve));
      held.running -= 1;
      return new Response('done');
    },
  },
};

describe('the requests of one session', () => {
  const app = useProductionApp(build);
  afterEach(() => void vi.useRealTimers());

  async function cookieOf(secret: string): Promise<Record<string, string>> {
    const { settings } = app.application;
    const header = await sessionCookieHeader(secret, settings);
    return { Cookie: header.slice(0, header.indexOf(';')) };
  }

  /** Starts as many requests as run concurrently, each waiting to be released. */
  async function hold(headers: Record<string, string>): Promise<Promise<Got>[]> {
    const before = held.running;
    const requests = Array.from({ length: REQUESTS_PER_SESSION }, () => app.get('/api/held', headers));
    await expect.poll(() => held.running).toBe(before + REQUESTS_PER_SESSION);
    return requests;
  }

  const releaseAll = () => {
    for (const release of held.release.splice(0)) release();
  };

  it("beyond eight wait for one of them, and others don't wait", async () => {
    const mine = await cookieOf('one');
    const running = await hold(mine);
    const ninth = app.get('/echo', mine);
    expect((await app.get('/echo', await cookieOf('another'))).status).toBe(200);
    expect((await app.get('/echo')).status).toBe(200);
    expect((await app.get('/healthz', mine)).status).toBe(200);
    expect((await app.get('/assets/app-abc123.js', mine)).status).toBe(200);
    expect(await Promise.race([ninth, Promise.resolve('waits')])).toBe('waits');
    held.release.shift()?.();
    expect((await ninth).status).toBe(200);
    releaseAll();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(running.map(() => 200));
    expect((await app.get('/echo', mine)).status).toBe(200);
  });

  it('with the same access token share one limit, whatever cookies they have', async () => {
    const token = { Authorization: 'Bearer laurel_one' };
    const running = await hold(token);
    const ninth = app.get('/api/held', { ...token, ...(await cookieOf('one')) });
    const other = app.get('/api/held', { Authorization: 'Bearer laurel_two' });
    await expect.poll(() => held.running).toBe(REQUESTS_PER_SESSION + 1);
    expect(await Promise.race([ninth, Promise.resolve('waits')])).toBe('waits');
    releaseAll();
    await Promise.all([...running, other]);
    await expect.poll(() => held.running).toBe(1);
    releaseAll();
    expect((await ninth).status).toBe(200);
  });

  it("don't escape the limit with a made-up token on a screen, which ignores tokens", async () => {
    const mine = await cookieOf('one');
    const running = await hold(mine);
    const ninth = app.get('/echo', { ...mine, Authorization: 'Bearer laurel_made_up' });
    expect((await app.get('/echo', { Authorization: 'Bearer laurel_made_up' })).status).toBe(200);
    expect(await Promise.race([ninth, Promise.resolve('waits')])).toBe('waits');
    releaseAll();
    await Promise.all(running);
    expect((await ninth).status).toBe(200);
  });

  it('are rejected with a message after five seconds', async () => {
    const mine = await cookieOf('one');
    const running = await hold(mine);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const startedAt = performance.now();
    let answeredAfterMs = 0;
    const ninth = app.get('/api/echo', mine).then((got) => {
      answeredAfterMs = performance.now() - startedAt;
      return got;
    });
    const moveClock = () => {
      vi.advanceTimersByTime(REQUEST_WAIT_MS / 10);
      return answeredAfterMs;
    };
    await expect.poll(moveClock).toBeGreaterThanOrEqual(REQUEST_WAIT_MS);
    vi.useRealTimers();
    const refused = await ninth;
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('5');
    expect(JSON.parse(refused.body)).toMatchObject({
      statusCode: 429,
      message: 'You have too many requests running at once. Wait a few seconds, then try again.',
    });
    releaseAll();
    await Promise.all(running);
    const again = await hold(mine);
    releaseAll();
    await Promise.all(again);
  });

  it('do not count while a download is sent', async () => {
    const mine = await cookieOf('one');
    const open = Array.from({ length: REQUESTS_PER_SESSION }, () => {
      const sent = request({ host: '127.0.0.1', port: app.port, path: '/download', headers: mine }).end();
      return { sent, answered: once(sent, 'response') };
    });
    await Promise.all(open.map(({ answered }) => answered));
    expect((await app.get('/echo', mine)).status).toBe(200);
    for (const { sent } of open) sent.destroy();
  });

  it('are counted by the session, however its cookie is sent', async () => {
    const mine = await cookieOf('one');
    const running = await hold(mine);
    const other = { Cookie: `a=b; ${mine['Cookie'] ?? ''}; c=d` };
    const ninth = app.get('/echo', other);
    expect(await Promise.race([ninth, app.get('/echo').then(() => 'waits')])).toBe('waits');
    releaseAll();
    await Promise.all([...running, ninth]);
  });
});
