import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { useRunningApp } from '#tests/support/running-app.ts';

describe('npm start', () => {
  const app = useRunningApp();

  it('finishes running requests on SIGTERM and exits with 0 within 10 s', async () => {
    const body = JSON.stringify({ email: 'ada@example.org' });
    const status = new Promise<number | undefined>((resolve, reject) => {
      const request = http.request(
        `${app.url}/api/login`,
        { method: 'POST', headers: { 'Content-Type': 'application/json', 'Content-Length': body.length } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      request.on('error', reject);
      request.write(body.slice(0, 10));
      setTimeout(() => request.end(body.slice(10)), 1_500);
    });
    await sleep(300);
    const stopped = app.server.stop();
    await sleep(300);

    await expect(fetch(`${app.url}/healthz`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    expect(await status).toBe(204);
    await stopped;
    expect(app.mail.mailsTo('ada@example.org')).toHaveLength(1);
    expect(app.server.output()).not.toContain('ada@example.org');
  });
});

describe('npm start with DRAIN_SECONDS', () => {
  const app = useRunningApp({ DRAIN_SECONDS: '3' });

  it('reports on /readyz that it is shutting down, and still serves requests, before it closes its port', async () => {
    const stopped = app.server.stop();
    await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status, { interval: 20 }).toBe(503);
    expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({
      status: 'not ready',
      message: 'The server is shutting down.',
    });
    const page = await fetch(`${app.url}/login`);
    expect(page.status).toBe(200);
    expect(page.headers.get('Connection')).toBe('close');
    await stopped;
    await expect(fetch(`${app.url}/healthz`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });
});
