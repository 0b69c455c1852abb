import { once } from 'node:events';
import http from 'node:http';
import { expect } from 'vitest';
import { isRecord } from '#app/lib/records.ts';
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
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    Expect: '100-continue',
  };
  const request = http.request(`${app.url}/api/login`, { method: 'POST', headers, agent });
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
  // The server has received the request, and waits for its body.
  await once(request, 'continue');
  request.write(body.slice(0, 10));
  const stopped = app.server.stop();
  await expect.poll(() => connectionTo(app)).toBe('ECONNREFUSED');
  request.end(body.slice(10));

  const [received] = await answered;
  received.resume();
  await stopped;
  expect(app.mail.emailsTo('ada@example.org')).toHaveLength(1);
  expect(app.server.output()).not.toContain('ada@example.org');
  return received;
}

/** Returns 'open', or the code of the error with which the server refuses connections. */
function connectionTo(app: RunningApp): Promise<unknown> {
  return fetch(`${app.url}/healthz`, { headers: { Connection: 'close' } }).then(
    () => 'open',
    (error: unknown) =>
      error instanceof Error && isRecord(error.cause) ? error.cause['code'] : String(error),
  );
}
