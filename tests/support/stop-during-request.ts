import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { RunningApp } from '#tests/support/running-app.ts';

/**
 * Stops a server while a client still sends a request for a sign-in code. Expects new connections to be refused and the
 * email to be sent, and returns the response.
 */
export async function stopDuringRequest(
  app: RunningApp,
  agent?: http.Agent,
): Promise<Pick<http.IncomingMessage, 'statusCode' | 'headers'>> {
  const body = JSON.stringify({ email: 'ada@example.org' });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
    const request = http.request(`${app.url}/api/login`, { method: 'POST', headers, agent }, (response) => {
      response.resume();
      resolve(response);
    });
    request.on('error', reject);
    request.write(body.slice(0, 10));
    setTimeout(() => request.end(body.slice(10)), 1_500);
  });
  await sleep(300);
  const stopped = app.server.stop();
  await sleep(300);

  await expect(fetch(`${app.url}/healthz`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  const received = await answered;
  await stopped;
  expect(app.mail.emailsTo('ada@example.org')).toHaveLength(1);
  expect(app.server.output()).not.toContain('ada@example.org');
  return received;
}
