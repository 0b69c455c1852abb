import { describe, expect, it } from 'vitest';
import { useRunningApp } from '#tests/support/running-app.ts';
import { stopDuringRequest } from '#tests/support/stop-during-request.ts';

describe('npm start', () => {
  const app = useRunningApp();

  it('finishes running requests on SIGTERM and exits with 0 within 10 s', async () => {
    const { statusCode } = await stopDuringRequest(app);
    expect(statusCode).toBe(204);
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
