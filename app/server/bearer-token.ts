import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares the bearer token of an Authorization header in constant time (decisions, section 6). */
export function bearsToken(authorization: string | null | undefined, token: string): boolean {
  const [, borne = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(digest(borne), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
