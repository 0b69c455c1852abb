import type { Cookie } from '@remix-run/node';
import { z } from 'zod';
import type { Caller } from '#app/domain/auth/caller.ts';
import { type CookieSettings, ownCookie } from './own-cookie.server.ts';
import { sessionCookieHeader } from './session-cookie.server.ts';

const YEAR_SECONDS = 365 * 86_400;

const MarksSchema = z.array(z.string());

/** Who asks to sign in: where from, with what, and which addresses signed in with this browser before. */
export async function callerOf(
  request: Request,
  clientAddress: string,
  settings: CookieSettings,
): Promise<Caller> {
  const marks = MarksSchema.safeParse(await deviceCookie(settings).parse(request.headers.get('Cookie')));
  return {
    clientAddress,
    userAgent: request.headers.get('User-Agent'),
    deviceMarks: marks.success ? marks.data : [],
  };
}

/** The headers of an answer that signs in: the session cookie, and the one by which this browser is known from now on. */
export async function signedInHeaders(
  settings: CookieSettings,
  signIn: { readonly sessionSecret: string; readonly deviceMarks: readonly string[] },
): Promise<Headers> {
  const headers = new Headers();
  headers.append('Set-Cookie', await sessionCookieHeader(signIn.sessionSecret, settings));
  headers.append('Set-Cookie', await deviceCookie(settings).serialize(signIn.deviceMarks));
  return headers;
}

function deviceCookie(settings: CookieSettings): Cookie {
  return ownCookie('laurel_device', settings, YEAR_SECONDS);
}
