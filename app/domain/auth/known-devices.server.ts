import type { Settings } from '#app/config/env.server.ts';
import { keyedHash } from './keyed-hash.server.ts';

/** As many addresses as a browser remembers; the one used longest ago is forgotten first. */
const MARKS_MAX = 5;
const MARK_LENGTH = 32;

type Secrets = Pick<Settings, 'sessionSecrets'>;

/**
 * Whether a browser's marks say that this address signed in with it before. It opens nothing: it only keeps tries for the
 * owner that somebody guessing elsewhere cannot use up.
 */
export function isKnownDevice({ sessionSecrets }: Secrets, marks: readonly string[], email: string): boolean {
  return sessionSecrets.some((secret) => marks.includes(markOf(secret, email)));
}

/** The browser's marks with this address as the latest. */
export function withDeviceMark(
  { sessionSecrets }: Secrets,
  marks: readonly string[],
  email: string,
): string[] {
  const [secret = ''] = sessionSecrets;
  const mark = markOf(secret, email);
  return [mark, ...marks.filter((other) => other !== mark)].slice(0, MARKS_MAX);
}

function markOf(secret: string, email: string): string {
  return keyedHash(secret, 'known-device', email).slice(0, MARK_LENGTH);
}
