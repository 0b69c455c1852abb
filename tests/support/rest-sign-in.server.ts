import type { Rest, RestResponse } from '#tests/support/rest-client.server.ts';

/**
 * Requests a code and returns the emailed one, a minute later if the address already has email. Requires `useRest({
 * email: true })`. The address must not receive other emails during the call.
 */
export async function requestSignInCode(rest: Rest, email: string): Promise<string> {
  const before = rest.mail.emailsTo(email).length;
  if (before > 0) rest.clock.advance(60_000);
  const response = await rest.withCookie(null).post('/api/login', { email });
  if (response.status !== 204) throw new Error(`POST login answered ${response.status}.`);
  return rest.mail.waitForCodeTo(email, before + 1);
}

/** Returns the Cookie header of a browser that stored the response's cookies. */
export function cookiesOf(response: RestResponse): string {
  return response.headers
    .getSetCookie()
    .map((header) => header.slice(0, header.indexOf(';')))
    .join('; ');
}

/** Returns the value and attributes of a cookie that the response must set. */
export function setCookie(response: RestResponse, name: string): { value: string; attributes: string[] } {
  const header = response.headers.getSetCookie().find((candidate) => candidate.startsWith(`${name}=`));
  if (header === undefined) throw new Error(`The answer sets no cookie ${name}.`);
  const [first = '', ...attributes] = header.split('; ');
  return { value: first.slice(name.length + 1), attributes: attributes.sort() };
}
