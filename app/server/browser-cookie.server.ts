import type { Cookie } from '@remix-run/node';
import { z } from 'zod';
import type { Caller } from '#app/domain/auth/sessions.server.ts';
import type { AskingBrowser } from '#app/domain/auth/request-code.server.ts';
import { newSessionSecret } from '#app/domain/auth/session-secret.server.ts';
import { type CookieSettings, ownCookie } from './own-cookie.server.ts';

/** Longer than any code is valid. */
const HOUR_SECONDS = 3600;

const SecretSchema = z.string().min(1);

/** Where a sign-in request comes from: address, browser name, and the browser's secret. */
export async function callerOf(
  request: Request,
  clientAddress: string,
  settings: CookieSettings,
): Promise<Caller> {
  const secret = SecretSchema.safeParse(await browserCookie(settings).parse(request.headers.get('Cookie')));
  return {
    clientAddress,
    userAgent: request.headers.get('User-Agent'),
    browserSecret: secret.success ? secret.data : null,
  };
}

/**
 * Like `callerOf`, but creates a secret if needed. Set the cookie for every address alike, so that it reveals nothing.
 */
export async function askingBrowserOf(
  request: Request,
  clientAddress: string,
  settings: CookieSettings,
): Promise<AskingBrowser & { readonly setCookie: string }> {
  const caller = await callerOf(request, clientAddress, settings);
  const browserSecret = caller.browserSecret ?? newSessionSecret();
  return { ...caller, browserSecret, setCookie: await browserCookie(settings).serialize(browserSecret) };
}

function browserCookie(settings: CookieSettings): Cookie {
  return ownCookie('laurel_browser', settings, HOUR_SECONDS);
}
