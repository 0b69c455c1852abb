import { type Cookie, createCookie } from '@remix-run/node';
import { SESSION_LIFETIME_DAYS } from '#app/config/constants.ts';
import type { Settings } from '#app/config/env.server.ts';
import { z } from 'zod';
import type { Caller } from '#app/domain/auth/sessions.server.ts';
import type { RequestingBrowser } from '#app/domain/auth/request-code.server.ts';
import { newSessionSecret } from '#app/domain/auth/session-secret.server.ts';

const SESSION_COOKIE = 'laurel_session';
const DAY_SECONDS = 86_400;
/** Enough for the redirect to the login page. */
const LOGOUT_SECONDS = 60;

/** The secret in a cookie; null if missing or not signed by us. */
const SecretSchema = z.string().min(1).nullable().catch(null);

/** Returns the secret in a request's session cookie; null if missing or not signed by us. */
export async function readSessionSecret(request: Request, settings: CookieSettings): Promise<string | null> {
  return SecretSchema.parse(await sessionCookie(settings).parse(request.headers.get('Cookie')));
}

/** Returns the Set-Cookie header that sets the session; null deletes it. */
export function sessionCookieHeader(secret: string | null, settings: CookieSettings): Promise<string> {
  const cookie = sessionCookie(settings);
  return secret === null
    ? cookie.serialize('', { maxAge: 0, expires: new Date(0) })
    : cookie.serialize(secret);
}

/** Returns whether the browser was redirected here by a logout. */
export async function hasLoggedOut(request: Request, settings: CookieSettings): Promise<boolean> {
  const value: unknown = await logoutCookie(settings).parse(request.headers.get('Cookie'));
  return z.literal(true).safeParse(value).success;
}

/** Returns the Set-Cookie header that tells the login page about a logout; false deletes it. */
export function logoutCookieHeader(hasJustLoggedOut: boolean, settings: CookieSettings): Promise<string> {
  const cookie = logoutCookie(settings);
  return hasJustLoggedOut ? cookie.serialize(true) : cookie.serialize('', { maxAge: 0 });
}

function logoutCookie(settings: CookieSettings): Cookie {
  return createSignedCookie('laurel_logout', settings, LOGOUT_SECONDS);
}

function sessionCookie(settings: CookieSettings): Cookie {
  return createSignedCookie(SESSION_COOKIE, settings, SESSION_LIFETIME_DAYS * DAY_SECONDS);
}

export type CookieSettings = Pick<Settings, 'mode' | 'sessionSecrets' | 'appUrl'>;

/**
 * Creates a signed cookie (decisions, sections 1 and 2). The first secret signs, all verify. Over HTTPS, the
 * `__Host-` prefix keeps other hosts of the same domain from setting it.
 */
export function createSignedCookie(name: string, settings: CookieSettings, maxAgeSeconds: number): Cookie {
  return createCookie(cookieName(name, settings), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: settings.mode === 'production',
    maxAge: maxAgeSeconds,
    secrets: [...settings.sessionSecrets],
  });
}

function cookieName(name: string, { mode, appUrl }: Pick<Settings, 'mode' | 'appUrl'>): string {
  return mode === 'production' && appUrl.startsWith('https://') ? `__Host-${name}` : name;
}

/** Returns the session cookie's name, which has the `__Host-` prefix in production. */
export function sessionCookieName(settings: Pick<Settings, 'mode' | 'appUrl'>): string {
  return cookieName(SESSION_COOKIE, settings);
}

/** Cookie lifetime, longer than any code is valid. */
const HOUR_SECONDS = 3600;

/** Returns where a sign-in request comes from: IP address, browser name, and the browser's secret. */
export async function callerOf(
  request: Request,
  clientAddress: string,
  settings: CookieSettings,
): Promise<Caller> {
  return {
    clientAddress,
    userAgent: request.headers.get('User-Agent'),
    browserSecret: SecretSchema.parse(await browserCookie(settings).parse(request.headers.get('Cookie'))),
  };
}

/**
 * Like `callerOf`, but creates a secret if needed. Set the cookie for every email address, to reveal nothing.
 */
export async function requestingBrowserOf(
  request: Request,
  clientAddress: string,
  settings: CookieSettings,
): Promise<RequestingBrowser & { readonly setCookie: string }> {
  const caller = await callerOf(request, clientAddress, settings);
  const browserSecret = caller.browserSecret ?? newSessionSecret();
  return { ...caller, browserSecret, setCookie: await browserCookie(settings).serialize(browserSecret) };
}

function browserCookie(settings: CookieSettings): Cookie {
  return createSignedCookie('laurel_browser', settings, HOUR_SECONDS);
}
