import type { Cookie } from '@remix-run/node';
import { SESSION_LIFETIME_DAYS } from '#app/config/constants.ts';
import { type CookieSettings, ownCookie } from './own-cookie.server.ts';

const DAY_SECONDS = 86_400;
/** Enough for the redirect to the login page. */
const LOGOUT_SECONDS = 60;

/** The secret in a request's session cookie; null if missing or not signed by us. */
export async function readSessionSecret(request: Request, settings: CookieSettings): Promise<string | null> {
  const secret: unknown = await sessionCookie(settings).parse(request.headers.get('Cookie'));
  return typeof secret === 'string' && secret !== '' ? secret : null;
}

/** The Set-Cookie header that sets the session; null deletes it. */
export function sessionCookieHeader(secret: string | null, settings: CookieSettings): Promise<string> {
  const cookie = sessionCookie(settings);
  return secret === null
    ? cookie.serialize('', { maxAge: 0, expires: new Date(0) })
    : cookie.serialize(secret);
}

/** Whether the browser was redirected here by a logout. */
export async function hasLoggedOut(request: Request, settings: CookieSettings): Promise<boolean> {
  return (await logoutCookie(settings).parse(request.headers.get('Cookie'))) === true;
}

/** The Set-Cookie header that tells the login page about a logout; false deletes it. */
export function logoutCookieHeader(hasJustLoggedOut: boolean, settings: CookieSettings): Promise<string> {
  const cookie = logoutCookie(settings);
  return hasJustLoggedOut ? cookie.serialize(true) : cookie.serialize('', { maxAge: 0 });
}

function logoutCookie(settings: CookieSettings): Cookie {
  return ownCookie('laurel_logout', settings, LOGOUT_SECONDS);
}

function sessionCookie(settings: CookieSettings): Cookie {
  return ownCookie('laurel_session', settings, SESSION_LIFETIME_DAYS * DAY_SECONDS);
}
