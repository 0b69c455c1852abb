import { describe, expect, it } from 'vitest';
import { LoginChallengeEntity } from '#db/entities/login-challenge.ts';
import { makeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { FOREIGN_ORIGIN, invalid, invalidQuery, MALFORMED, NOT_JSON } from '#tests/support/rest-errors.ts';

const rest = useRest();

const CALLS = ['/api/login', '/api/login/code', '/api/create-account'] as const;
const OVER_16_KIB = {
  statusCode: 413,
  error: 'Payload Too Large',
  message: 'The body is larger than 16 KiB. Send less data at a time.',
};
const EMAIL_REQUIRED = 'Email is required.';
const EMAIL_MESSAGE = 'Enter an email address like name@example.org.';
const CODE_MESSAGE = 'Enter the 6-digit code.';

const post = (path: string, body?: unknown, headers?: Record<string, string>) =>
  rest.withCookie(null).post(path, body, headers);

const challenges = () => rest.orm.em.fork().findAll(LoginChallengeEntity);

describe.each(CALLS)('POST %s', (path) => {
  it("rejects bodies that aren't JSON, are malformed or too large, or come from another site", async () => {
    const plain = await post(path, 'email=a@b.org', { 'Content-Type': 'application/x-www-form-urlencoded' });
    expect([plain.status, plain.body]).toEqual([415, NOT_JSON]);
    const malformed = await post(path, '{"email":');
    expect([malformed.status, malformed.body]).toEqual([400, MALFORMED]);
    const large = await post(path, { email: 'x'.repeat(16 * 1024) });
    expect([large.status, large.body]).toEqual([413, OVER_16_KIB]);
    const nested = await post(path, '['.repeat(500_000) + ']'.repeat(500_000));
    expect([nested.status, nested.body]).toEqual([413, OVER_16_KIB]);
    expect((await post(path, '['.repeat(8000) + ']'.repeat(8000))).status).toBe(400);
    for (const [name, value] of [
      ['Origin', 'https://evil.example'],
      ['Origin', 'null'],
      ['Referer', 'https://evil.example/page'],
      ['Sec-Fetch-Site', 'cross-site'],
    ] as const) {
      const foreign = await post(path, { email: 'a@b.org' }, { [name]: value });
      expect([foreign.status, foreign.body]).toEqual([403, FOREIGN_ORIGIN]);
    }
    expect(await challenges()).toEqual([]);
  });

  it('is the only method, and its path ignores case and a trailing slash', async () => {
    for (const method of ['GET', 'PATCH', 'PUT', 'DELETE']) {
      const response = await rest.withCookie(null).send(method, path);
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
    }
    for (const spelling of [`${path}/`, path.replace('/api/', '/API/').toUpperCase()]) {
      expect((await post(spelling, {})).status).toBe(400);
    }
  });

  it('names unknown fields in body and query', async () => {
    const response = await post(path, { flags: ['ADMIN'], id: 1 });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      issues: expect.arrayContaining([{ path: [], message: 'Unknown fields: flags, id.' }]) as unknown,
    });
    const query = await post(`${path}?next=/`, {});
    expect(query.body).toEqual(invalidQuery([[], 'Unknown field: next.']));
  });
});

describe('the bodies of sign-in calls', () => {
  it('may have 16 KiB for logout; a larger one ends no session', async () => {
    const client = await rest.as((await makeUser(rest.orm)).id);
    const large = await client.post('/api/logout', { padding: 'x'.repeat(16 * 1024) });
    expect([large.status, large.body]).toEqual([413, OVER_16_KIB]);
    expect((await client.get('/api/users/@me')).status).toBe(200);
    expect((await client.post('/api/logout')).status).toBe(204);
    expect((await client.get('/api/users/@me')).status).toBe(401);
  });

  it('need one address for login', async () => {
    const cases: [unknown, string][] = [
      [{}, EMAIL_REQUIRED],
      [undefined, EMAIL_REQUIRED],
      [{ email: '' }, EMAIL_REQUIRED],
      [{ email: null }, EMAIL_REQUIRED],
      [{ email: ['a@b.org'] }, EMAIL_REQUIRED],
      [{ email: 'nobody' }, EMAIL_MESSAGE],
      [{ email: 'a@b.org\nb@c.org' }, EMAIL_MESSAGE],
      [{ email: 'a@b.org, b@c.org' }, EMAIL_MESSAGE],
      [{ email: `${'a'.repeat(250)}@b.org` }, 'Must be at most 254 characters.'],
    ];
    for (const [body, message] of cases) {
      const response = await post('/api/login', body);
      expect([response.status, response.body]).toEqual([400, invalid([['email'], message])]);
    }
    expect(await challenges()).toEqual([]);
  });

  it('need six digits for login/code', async () => {
    for (const code of [undefined, '', '12345', '1234567', '12345a', '１２３４５６', 123456, ['123456']]) {
      const response = await post('/api/login/code', { email: 'a@b.org', code });
      expect([response.status, response.body]).toEqual([400, invalid([['code'], CODE_MESSAGE])]);
    }
  });

  it('need names, phone, and address for create-account; errors name each missing one', async () => {
    const response = await post('/api/create-account', { firstName: ' ', email: 'x', phone: '907-555-0100' });
    expect([response.status, response.body]).toEqual([
      400,
      invalid(
        [['firstName'], 'First name is required.'],
        [['lastName'], 'Last name is required.'],
        [['email'], EMAIL_MESSAGE],
        [['phone'], 'Phone number must be in the format (xxx) xxx-xxxx or (xxx) xxx-xxxx, extension xxx...'],
      ),
    ]);
  });
});

describe('logout', () => {
  it('accepts GET and POST', async () => {
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      const response = await rest.withCookie(null).send(method, '/api/logout');
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    }
  });
});
