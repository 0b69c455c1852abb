import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns what follows 'Bearer' in an Authorization header, even nonsense; null for another scheme, such as a proxy's. */
export function bearerTokenOf(authorization: string | null | undefined): string | null {
  return /^Bearer(?!\S)(.*)$/i.exec(authorization ?? '')?.[1]?.trim() ?? null;
}

/** Compares the bearer token of an Authorization header in constant time (decisions, section 6). */
export function hasBearerToken(authorization: string | null | undefined, token: string): boolean {
  return timingSafeEqual(digest(bearerTokenOf(authorization) ?? ''), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
