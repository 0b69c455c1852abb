import { type Cookie, createCookie } from '@remix-run/node';
import type { Settings } from '#app/config/env.server.ts';

/** The settings that cookies depend on. */
export type CookieSettings = Pick<Settings, 'mode' | 'sessionSecrets' | 'appUrl'>;

/**
 * A cookie of Laurel's: no script reads it, no other site's form brings it along, and what was changed in it counts as absent. The
 * first secret signs, all verify (decisions, sections 1 and 2). In production it is Secure, and over https its name begins with
 * `__Host-`, with which no neighboring host can set it in our place. Browsers refuse that name over plain http, which production
 * allows on localhost.
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
