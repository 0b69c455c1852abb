import { beforeEach, describe, expect, it } from 'vitest';
import { LOGOUT } from '#app/server/link-questions.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { UserResponseSchema } from '#app/schemas/user.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { type RestResponse, type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { conflict, forbidden, UNAUTHORIZED } from '#tests/support/rest-errors.ts';
import { requestSignInCode, cookiesOf, setCookie } from '#tests/support/rest-sign-in.server.ts';
import { freshEmail, HOUR_MS, otherCode } from '#tests/support/sign-in.server.ts';

const rest = useRest({ mail: true });

let anonymous: RestClient;
beforeEach(() => {
  rest.clock.advance(24 * HOUR_MS);
  anonymous = rest.withCookie(null);
});

const WRONG = {
  statusCode: 400,
  error: 'Bad Request',
  message: USER_MESSAGES.wrongCode,
  issues: [{ path: ['code'], message: USER_MESSAGES.wrongCode }],
};

const enter = (email: string, code: string, client = anonymous) =>
  client.post('/api/login/code', { email, code });

const setCookieValue = (cookie: string) => /laurel_browser=([^;]+)/.exec(cookie)?.[1];

async function enterAs(email: string): Promise<{ client: RestClient; response: RestResponse }> {
  const response = await enter(email, await requestSignInCode(rest, email));
  return { response, client: rest.withCookie(cookiesOf(response)) };
}

describe('signing in', () => {
  it('by address and code starts a session, without any cookie before', async () => {
    const admin = await makeAdmin(rest.orm);
    const { response, client } = await enterAs(admin.email);
    expect([response.status, response.body]).toEqual([200, { action: 'LOGIN' }]);
    expect((await client.get('/api/academicYears')).status).toBe(200);
    expect((await anonymous.get('/api/academicYears')).body).toEqual(UNAUTHORIZED);
  });

  it('accepts the address in any case', async () => {
    const { email } = await makeUser(rest.orm);
    const code = await requestSignInCode(rest, email);
    expect((await enter(` ${email.toUpperCase()} `, code)).body).toEqual({ action: 'LOGIN' });
  });

  it("sets cookies that scripts, other sites, and people who can read the database can't use", async () => {
    const { email } = await makeUser(rest.orm);
    const codeResponse = await anonymous.post('/api/login', { email });
    const response = await enter(email, await rest.mail.waitForCodeTo(email));
    for (const [from, name] of [
      [response, 'laurel_session'],
      [codeResponse, 'laurel_browser'],
    ] as const) {
      const { attributes } = setCookie(from, name);
      expect(attributes.filter((attribute) => !attribute.startsWith('Max-Age'))).toEqual([
        'HttpOnly',
        'Path=/',
        'SameSite=Lax',
      ]);
    }
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it('returns the same bytes for every address, except for the random value of the cookie', async () => {
    const withoutValues = (headers: Headers) =>
      [...headers].map(([name, value]) => [
        name,
        value.replace(/^laurel_browser=[^;]{60,}/, 'laurel_browser=…'),
      ]);
    const addresses = [
      (await makeUser(rest.orm)).email,
      (await makeInvite(rest.orm)).email,
      freshEmail(),
      (await makeUser(rest.orm, { flags: ['DELETED'] })).email,
    ];
    const responses: unknown[] = [];
    for (const email of addresses) {
      const { status, body, headers } = await anonymous.post('/api/login', { email });
      const code = await rest.mail.waitForCodeTo(email);
      const wrong = await enter(email, otherCode(code));
      responses.push({
        asked: { status, body, headers: withoutValues(headers) },
        wrong: { status: wrong.status, body: wrong.body, headers: [...wrong.headers] },
      });
    }
    expect(responses[0]).toEqual({
      asked: {
        status: 204,
        body: null,
        headers: [
          ['cache-control', 'no-store'],
          ['set-cookie', 'laurel_browser=…; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax'],
        ],
      },
      wrong: {
        status: 400,
        body: WRONG,
        headers: [
          ['cache-control', 'no-store'],
          ['content-type', 'application/json'],
        ],
      },
    });
    expect(responses).toEqual(Array.from({ length: 4 }, () => responses[0]));
  });

  it('refuses a deleted account after the correct code, with the reason', async () => {
    const { email } = await makeUser(rest.orm, { flags: ['DELETED'] });
    const { response } = await enterAs(email);
    expect(response.status).toBe(403);
    expect(response.body).toEqual(forbidden('This account has been deleted.'));
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('locks after five incorrect codes, with Retry-After, until a new code is requested', async () => {
    const { email } = await makeUser(rest.orm);
    const code = await requestSignInCode(rest, email);
    const responses = await Promise.all(Array.from({ length: 100 }, () => enter(email, otherCode(code))));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(95);
    const locked = await enter(email, code);
    expect(locked.status).toBe(429);
    expect(locked.headers.get('Retry-After')).toBe('600');
    expect(locked.body).toEqual({
      statusCode: 429,
      error: 'Too Many Requests',
      message:
        'Too many incorrect codes were entered. Open the link in your latest email, or request a new code.',
    });
    const link = /\/login\?code=([\w-]{22})\n/.exec(rest.mail.emailsTo(email)[0]?.text ?? '')?.[1];
    const byLink = await anonymous.post('/api/login/code', { email, code, link });
    expect([byLink.status, byLink.body]).toEqual([200, { action: 'LOGIN' }]);
    expect((await enterAs(email)).response.body).toEqual({ action: 'LOGIN' });
  });

  it("compares with the requesting browser's code, and replaces only that on a new request", async () => {
    const { email } = await makeUser(rest.orm);
    const ask = async (cookie: string | null) => {
      const count = rest.mail.emailsTo(email).length;
      if (count > 0) rest.clock.advance(60_000);
      const response = await rest.withCookie(cookie).post('/api/login', { email });
      return { cookie: cookiesOf(response), code: await rest.mail.waitForCodeTo(email, count + 1) };
    };
    const mine = await ask(null);
    const theirs = await ask(null);
    const mineAgain = await ask(mine.cookie);
    expect(setCookieValue(mineAgain.cookie)).toBe(setCookieValue(mine.cookie));
    expect(setCookieValue(theirs.cookie)).not.toBe(setCookieValue(mine.cookie));
    const enterIn = async (cookie: string, code: string) =>
      (await enter(email, code, rest.withCookie(cookie))).status;
    expect(await enterIn(mine.cookie, mine.code)).toBe(400);
    expect(await enterIn(theirs.cookie, mineAgain.code)).toBe(400);
    expect(await enterIn(theirs.cookie, theirs.code)).toBe(200);
    expect(await enterIn(mine.cookie, mineAgain.code)).toBe(200);
  });

  it('rejects an invalid link', async () => {
    const message = 'This link is incomplete. Open the link in your email again.';
    for (const link of ['', 'x', 'y'.repeat(23), `${'y'.repeat(21)}?`]) {
      const response = await anonymous.post('/api/login/code', { email: freshEmail(), code: '123456', link });
      expect(response.body).toMatchObject({ statusCode: 400, issues: [{ path: ['link'], message }] });
    }
  });

  it('starts one session for fifty concurrent correct codes', async () => {
    const { email } = await makeUser(rest.orm);
    const code = await requestSignInCode(rest, email);
    const responses = await Promise.all(Array.from({ length: 50 }, () => enter(email, code)));
    const successes = responses.filter(({ status }) => status === 200);
    expect(successes).toHaveLength(1);
    const others = responses.filter(({ status }) => status !== 200).map(({ status }) => status);
    expect(others.filter((status) => status !== 400 && status !== 429)).toEqual([]);
    expect(responses.flatMap(({ headers }) => headers.getSetCookie())).toHaveLength(1);
  });

  it('returns Retry-After to a client address with too many requests', async () => {
    for (let requests = 0; requests < 20; requests += 1) {
      expect((await anonymous.post('/api/login', { email: freshEmail() })).status).toBe(204);
    }
    const response = await anonymous.post('/api/login', { email: freshEmail() });
    expect(response.status).toBe(429);
    expect(response.headers.get('Retry-After')).toBe('900');
    expect(response.body).toEqual({
      statusCode: 429,
      error: 'Too Many Requests',
      message: 'Too many codes were requested from your network. Try again in 15 minutes.',
    });
  });
});

describe('the first sign-in', () => {
  const details = { firstName: 'Nora', lastName: 'Ness', phone: '(907) 555-0142' };

  it('creates the account with the flags and schools of the invite', async () => {
    const school = await makeSchool(rest.orm);
    const { email } = await makeInvite(rest.orm, { schools: [{ highSchoolId: school.id }] });
    const { response, client } = await enterAs(email);
    expect([response.status, response.body]).toEqual([200, { action: 'CREATE_ACCOUNT' }]);
    expect((await client.get('/api/academicYears')).body).toEqual(UNAUTHORIZED);

    const created = await client.post('/api/create-account', { ...details, email });
    expect(created.status).toBe(200);
    expect(created.read(UserResponseSchema)).toMatchObject({ ...details, email, flags: [] });
    expect((await client.get('/api/academicYears')).status).toBe(401);
    expect((await rest.withCookie(cookiesOf(created)).get('/api/academicYears')).status).toBe(200);
    expect((await client.post('/api/create-account', { ...details, email })).status).toBe(403);
  });

  it('creates no account for another address, without verification, or twice', async () => {
    const email = freshEmail();
    const { client } = await enterAs(email);
    const theirs = await client.post('/api/create-account', { ...details, email: freshEmail() });
    expect(theirs.status).toBe(403);
    expect(theirs.body).toEqual(
      forbidden('The account can only be created for the address that you signed in with.'),
    );
    const unproven = await anonymous.post('/api/create-account', { ...details, email });
    expect(unproven.status).toBe(403);

    const both = await Promise.all(
      [1, 2].map(() => client.post('/api/create-account', { ...details, email })),
    );
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(await rest.orm.em.fork().count(UserAccountEntity, { email })).toBe(1);
  });

  it('returns 409 when the account was created in the meantime', async () => {
    const email = freshEmail();
    const { client } = await enterAs(email);
    await makeUser(rest.orm, { email });
    const response = await client.post('/api/create-account', { ...details, email });
    expect(response.body).toEqual(conflict(`There is already an account with the email ${email}.`));
  });
});

describe('logging out', () => {
  it.each([
    ['POST', 204, null],
    ['GET', 302, '/login'],
  ] as const)('by %s ends the session and clears its cookie', async (method, status, location) => {
    const { client } = await enterAs((await makeUser(rest.orm)).email);
    expect((await client.get('/api/academicYears')).status).toBe(200);
    const response = await client.send(method, '/api/logout');
    expect([response.status, response.headers.get('Location')]).toEqual([status, location]);
    expect(setCookie(response, 'laurel_session').value).toBe('');
    expect(setCookie(response, 'laurel_session').attributes).toContain('Max-Age=0');
    expect((await client.get('/api/academicYears')).body).toEqual(UNAUTHORIZED);
  });

  it('by HEAD redirects to the login page and keeps the session', async () => {
    const { client } = await enterAs((await makeUser(rest.orm)).email);
    const response = await client.send('HEAD', '/api/logout');
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/login']);
    expect(response.headers.get('Set-Cookie')).toBeNull();
    expect((await client.get('/api/academicYears')).status).toBe(200);
  });

  it('returns the same response without a session', async () => {
    expect((await anonymous.post('/api/logout')).status).toBe(204);
    expect((await anonymous.get('/api/logout')).status).toBe(302);
  });

  it('asks first if a browser opens it from another site', async () => {
    const { client } = await enterAs((await makeUser(rest.orm)).email);
    const page = { Accept: 'text/html,*/*;q=0.8', 'Sec-Fetch-Site': 'none' };
    const response = await client.get('/api/logout', page);
    expect([response.status, response.body]).toEqual([200, { asked: { ...LOGOUT, href: '/api/logout' } }]);
    expect((await client.get('/api/academicYears')).status).toBe(200);
    expect((await anonymous.get('/api/logout', page)).status).toBe(302);
    expect((await client.get('/api/logout', { ...page, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(302);
    expect((await client.get('/api/academicYears')).status).toBe(401);
  });

  it("can't be caused by another site", async () => {
    const { client } = await enterAs((await makeUser(rest.orm)).email);
    expect((await client.get('/api/logout', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await client.get('/api/logout', { Referer: 'https://evil.example/' })).status).toBe(403);
    expect((await client.post('/api/logout', undefined, { Origin: 'https://evil.example' })).status).toBe(
      403,
    );
    expect((await client.get('/api/academicYears')).status).toBe(200);
  });
});
