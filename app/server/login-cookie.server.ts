import type { Cookie } from '@remix-run/node';
import { z } from 'zod';
import { LOGIN_CODE_MINUTES } from '#app/config/constants.ts';
import { AccountEmail } from '#app/schemas/fields.ts';
import { type CookieSettings, ownCookie } from './own-cookie.server.ts';

/**
 * The address that a browser asked a code for, so that the code step survives a reload and a change of tab without the
 * address standing in a URL. It proves nothing: the code does.
 */
export async function readLoginEmail(request: Request, settings: CookieSettings): Promise<string | null> {
  const value: unknown = await loginCookie(settings).parse(request.headers.get('Cookie'));
  const parsed = z.object({ email: AccountEmail }).safeParse(value);
  return parsed.success ? parsed.data.email : null;
}

/** The Set-Cookie header that remembers an address, or forgets it with null. */
export async function loginEmailHeader(settings: CookieSettings, email: string | null): Promise<string> {
  return email === null
    ? loginCookie(settings).serialize('', { maxAge: 0 })
    : loginCookie(settings).serialize({ email });
}

function loginCookie(settings: CookieSettings): Cookie {
  return ownCookie('laurel_login', settings, LOGIN_CODE_MINUTES * 60);
}
