import { expect, it } from 'vitest';
import { useRunningApp } from '#tests/support/running-app.ts';
import { stopDuringRequest } from '#tests/support/stop-during-request.ts';

const app = useRunningApp({ DRAIN_SECONDS: '3' });

it('npm start reports on /readyz after SIGTERM that it is shutting down, serves requests until DRAIN_SECONDS have passed, finishes those that are running, and exits with 0 within 10 s', async () => {
  const finished = stopDuringRequest(app);
  await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status, { interval: 20 }).toBe(503);
  expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({
    status: 'not ready',
    message: 'The server is shutting down.',
  });
  const page = await fetch(`${app.url}/login`);
  expect(page.status).toBe(200);
  expect(page.headers.get('Connection')).toBe('close');
  expect((await finished).statusCode).toBe(204);
  await expect(fetch(`${app.url}/healthz`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});
