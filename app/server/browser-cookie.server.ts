import type { Cookie } from '@remix-run/node';
import { z } from 'zod';
import type { Caller } from '#app/domain/auth/sessions.server.ts';
import type { AskingBrowser } from '#app/domain/auth/request-code.server.ts';
import { newSessionSecret } from '#app/domain/auth/session-secret.server.ts';
import { type CookieSettings, ownCookie } from './own-cookie.server.ts';

/** Longer than any code that the browser requested. */
const HOUR_SECONDS = 3600;

const SecretSchema = z.string().min(1);

/** Who asks to sign in: where from, with what, and as which browser. */
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
 * Like `callerOf`, for requesting a code: creates a secret if the browser has none.
 * The response sets its cookie for every address alike.
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
