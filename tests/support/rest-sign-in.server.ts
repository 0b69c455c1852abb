import type { Rest, RestAnswer } from '#tests/support/rest-client.server.ts';

/**
 * Asks for a code via the REST API and answers the one that was mailed, after a minute where the address had mail before; it must get no other
 * at the time. For `useRest({ mail: true })`.
 */
export async function askCode(rest: Rest, email: string): Promise<string> {
  const before = rest.mail.mailsTo(email).length;
  if (before > 0) rest.clock.advance(60_000);
  const answer = await rest.withCookie(null).post('/api/login', { email });
  if (answer.status !== 204) throw new Error(`POST login answered ${answer.status}.`);
  return rest.mail.waitForCodeTo(email, before + 1);
}

/** The Cookie header of a browser that kept what this answer set. */
export function cookiesOf(answer: RestAnswer): string {
  return answer.headers
    .getSetCookie()
    .map((header) => header.slice(0, header.indexOf(';')))
    .join('; ');
}

/** The Set-Cookie header of this name, its value apart from its attributes; fails where there is none. */
export function setCookie(answer: RestAnswer, name: string): { value: string; attributes: string[] } {
  const header = answer.headers.getSetCookie().find((candidate) => candidate.startsWith(`${name}=`));
  if (header === undefined) throw new Error(`The answer sets no cookie ${name}.`);
  const [first = '', ...attributes] = header.split('; ');
  return { value: first.slice(name.length + 1), attributes: attributes.sort() };
}
