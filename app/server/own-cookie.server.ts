import { type Cookie, createCookie } from '@remix-run/node';
import type { Settings } from '#app/config/env.server.ts';

export type CookieSettings = Pick<Settings, 'mode' | 'sessionSecrets' | 'appUrl'>;

/**
 * A signed cookie (decisions, sections 1 and 2). The first secret signs, all verify. Over https the `__Host-` prefix
 * keeps neighboring hosts from setting it.
 */
export function ownCookie(
  name: string,
  { mode, sessionSecrets, appUrl }: CookieSettings,
  maxAgeSeconds: number,
): Cookie {
  const isSecure = mode === 'production';
  return createCookie(isSecure && appUrl.startsWith('https://') ? `__Host-${name}` : name, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure,
    maxAge: maxAgeSeconds,
    secrets: [...sessionSecrets],
  });
}
