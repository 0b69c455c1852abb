import { describe, expect, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import {
  requestingBrowserOf,
  type CookieSettings,
  logoutCookieHeader,
  readSessionSecret,
  sessionCookieHeader,
} from '#app/server/cookies.server.ts';
import { redirectWithFlash } from '#app/server/flash.server.ts';
import { codeStepHeader } from '#app/routes/web/login/login-cookie.server.ts';

const test = parseSettings({ NODE_ENV: 'test' });
const production = { ...test, mode: 'production' as const, appUrl: 'https://scholars.example.org' };
const NAMES = ['laurel_session', 'laurel_logout', 'laurel_browser', 'laurel_login', 'laurel_flash'];

/** Every cookie that Laurel sets, by name, with its attributes except its lifetime. */
async function cookiesBy(settings: CookieSettings): Promise<[string, string[]][]> {
  const browser = await requestingBrowserOf(new Request(settings.appUrl), '192.0.2.1', settings);
  const at = '2026-11-21T21:00:00.000Z';
  const flash = await redirectWithFlash('/', [{ tone: 'success', text: 'Saved.' }], settings);
  const headers = [
    await sessionCookieHeader('secret', settings),
    await logoutCookieHeader(true, settings),
    browser.setCookie,
    await codeStepHeader(settings, {
      ...{ email: 'ada@example.org', sendsAt: at, requestedAt: at, isAgain: false, to: '/' },
    }),
    ...flash.headers.getSetCookie(),
  ];
  return headers.map((header) => {
    const [first = '', ...attributes] = header.split('; ');
    return [
      first.slice(0, first.indexOf('=')),
      attributes.filter((attribute) => !attribute.startsWith('Max-Age=')).sort(),
    ];
  });
}

describe('every cookie', () => {
  it("is bound to its host, Secure, and out of the reach of scripts and other sites' forms in production", async () => {
    expect(await cookiesBy(production)).toEqual(
      NAMES.map((name) => [`__Host-${name}`, ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']]),
    );
  });

  it('has a name that browsers accept over plain HTTP on localhost', async () => {
    expect(
      (await cookiesBy({ ...production, appUrl: 'http://localhost:3000' })).map(([name]) => name),
    ).toEqual(NAMES);
    expect(await cookiesBy(test)).toEqual(
      NAMES.map((name) => [name, ['HttpOnly', 'Path=/', 'SameSite=Lax']]),
    );
  });

  it('with a session is read only by its own name', async () => {
    const [cookie = ''] = (await sessionCookieHeader('secret', production)).split(';');
    const read = (header: string) =>
      readSessionSecret(
        new Request('https://scholars.example.org/', { headers: { Cookie: header } }),
        production,
      );
    expect(await read(cookie)).toBe('secret');
    expect(await read(cookie.replace('__Host-', ''))).toBeNull();
  });
});
