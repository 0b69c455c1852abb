import type { BenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { type ClientResponse, cookiesSetBy, type HttpClient } from '#tests/bench/support/http-client.ts';

/** The trial acts as the proxy and sets each caller's address. */
export const BEHIND_PROXY = { TRUST_PROXY: '1' };

let networks = 0;

/** An address in a network that hasn't been used yet. */
export function newNetwork(): string {
  networks += 1;
  return `198.18.${networks >> 8}.${networks & 0xff}`;
}

export function fromNetwork(network: string, more: Record<string, string> = {}): Record<string, string> {
  return { 'X-Forwarded-For': network, ...more };
}

/** Requests a code through REST and returns the emailed one. The address must not receive other emails meanwhile. */
export async function requestSignInCode(
  app: BenchApp,
  client: HttpClient,
  { email, network }: { readonly email: string; readonly network: string },
): Promise<string> {
  const before = app.mail.emailsTo(email).length;
  const { status } = await client.send('POST', '/api/login', {
    body: { email },
    headers: fromNetwork(network),
  });
  if (status !== 204) throw new Error(`POST login returned ${status}.`);
  return app.mail.waitForCodeTo(email, before + 1);
}

/** The value of `?code=` in the newest email to an address. */
export function linkIn(mail: SmtpSink, email: string): string {
  const link = /\/login\?code=([\w-]+)/.exec(mail.emailsTo(email).at(-1)?.text ?? '')?.[1];
  if (link === undefined) throw new Error(`The email to ${email} has no link.`);
  return link;
}

/** Whether a response starts a session. */
export function beginsSession(response: ClientResponse): boolean {
  return response.status < 400 && cookiesSetBy(response).includes('laurel_session=');
}
