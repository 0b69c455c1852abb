import { beforeEach, describe, expect, it } from 'vitest';
import { readSessionSecret, sessionCookieHeader } from '#app/server/cookies.server.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { LoginChallengeEntity } from '#db/entities/login-challenge.ts';
import { makeAdmin, makeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { requestSignInCode, setCookie } from '#tests/support/rest-sign-in.server.ts';
import { HOUR_MS } from '#tests/support/sign-in.server.ts';

const rest = useRest({ mail: true });

beforeEach(() => rest.clock.advance(24 * HOUR_MS));

const statusWith = async (cookie: string) => (await rest.withCookie(cookie).get('/api/academicYears')).status;

async function sessionOf(email: string): Promise<string> {
  const code = await requestSignInCode(rest, email);
  const response = await rest.withCookie(null).post('/api/login/code', { email, code });
  return setCookie(response, 'laurel_session').value;
}

describe('a session cookie', () => {
  it("that was tampered with doesn't sign in", async () => {
    const value = await sessionOf((await makeAdmin(rest.orm)).email);
    expect(await statusWith(`laurel_session=${value}`)).toBe(200);
    const mutations = Array.from(
      value,
      (character, at) => value.slice(0, at) + (character === 'A' ? 'B' : 'A') + value.slice(at + 1),
    );
    const [payload = '', signature = ''] = value.split('.');
    const forged = [
      ...mutations,
      payload,
      `${payload}.`,
      `.${signature}`,
      value.slice(1),
      `${value}A`,
      btoa(JSON.stringify((await makeAdmin(rest.orm)).id)),
      `${btoa(JSON.stringify('x'))}.${signature}`,
      'undefined',
      '%00',
      '%',
    ];
    const statuses = [];
    for (const cookie of forged) statuses.push(await statusWith(`laurel_session=${cookie}`));
    expect(statuses.length).toBeGreaterThan(80);
    expect(statuses.filter((status) => status !== 401)).toEqual([]);
  });

  it('is signed with the first secret, and cookies signed with the others are still accepted', async () => {
    const secrets = ['first secret of at least 32 characters', 'second secret of at least 32 characters'];
    const [fresh, rotated, replaced] = [
      { ...rest.settings, sessionSecrets: secrets.slice(1) },
      { ...rest.settings, sessionSecrets: secrets },
      { ...rest.settings, sessionSecrets: secrets.slice(0, 1) },
    ] as const;
    const read = async (header: string, settings: typeof fresh) => {
      const [cookie = ''] = header.split(';');
      return readSessionSecret(new Request('http://localhost/', { headers: { Cookie: cookie } }), settings);
    };
    const before = await sessionCookieHeader('the secret', fresh);
    expect(await read(before, rotated)).toBe('the secret');
    expect(await read(before, replaced)).toBe(null);
    expect(await read(await sessionCookieHeader('the secret', rotated), replaced)).toBe('the secret');
  });

  it("doesn't sign in after a logout, or after its user was deleted", async () => {
    const user = await makeUser(rest.orm);
    const [ended, kept] = [await sessionOf(user.email), await sessionOf(user.email)];
    await rest.withCookie(`laurel_session=${ended}`).post('/api/logout');
    expect(await statusWith(`laurel_session=${ended}`)).toBe(401);
    expect(await statusWith(`laurel_session=${kept}`)).toBe(200);
    await rest.orm.em.fork().nativeUpdate(UserAccountEntity, { id: user.id }, { flags: ['DELETED'] });
    expect(await statusWith(`laurel_session=${kept}`)).toBe(401);
  });
});

describe("the library's own cookie", () => {
  it("is never set, and a request with one isn't signed in", async () => {
    const [mine, theirs] = [await makeUser(rest.orm), await makeAdmin(rest.orm)];
    const code = await requestSignInCode(rest, mine.email);
    await requestSignInCode(rest, theirs.email);
    const challenge = await rest.orm.em.fork().findOneOrFail(LoginChallengeEntity, { email: mine.email });
    const state = challenge.totpState ?? '';
    const forgeries = [
      `_totp=${state}`,
      `_totp=${state.replace(encodeURIComponent(mine.email), encodeURIComponent(theirs.email))}`,
      `_totp=email=${encodeURIComponent(theirs.email)}`,
    ];
    for (const cookie of forgeries) {
      const response = await rest.withCookie(cookie).post('/api/login/code', { email: theirs.email, code });
      expect(response.status).toBe(400);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });
});

describe('the cookie of the browser that requested a code', () => {
  it('grants no access, is not a session, and is ignored if it was changed', async () => {
    const { email } = await makeUser(rest.orm);
    const codeResponse = await rest.withCookie(null).post('/api/login', { email });
    const own = await rest.mail.waitForCodeTo(email);
    const browser = setCookie(codeResponse, 'laurel_browser').value;
    expect(await statusWith(`laurel_browser=${browser}`)).toBe(401);
    expect(await statusWith(`laurel_session=${browser}`)).toBe(401);

    const newest = await requestSignInCode(rest, email);
    const enter = async (cookie: string, code: string) =>
      (await rest.withCookie(`laurel_browser=${cookie}`).post('/api/login/code', { email, code })).status;
    for (const changed of [`${browser}A`, browser.slice(2), '%', 'e30=.x']) {
      expect(await enter(changed, own)).toBe(400);
    }
    expect(await enter(browser, newest)).toBe(400);
    expect(await enter(browser, own)).toBe(200);
  });
});
