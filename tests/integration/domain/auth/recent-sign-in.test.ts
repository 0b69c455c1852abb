import { beforeEach, describe, expect, it } from 'vitest';
import { RECENT_SIGN_IN_MINUTES } from '#app/config/constants.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { AccessTokenEntity } from '#db/entities/access-token.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { makeAccessToken } from '#tests/factories/access-token-factory.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, type MadeUser, makeUser } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { forbidden } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });
const MINUTE_MS = 60_000;
const REFUSED = [403, forbidden(USER_MESSAGES.signInAgain(RECENT_SIGN_IN_MINUTES))];

let admin: MadeUser;
let user: MadeUser;
let client: RestClient;
let designationId: string;

beforeEach(async () => {
  admin = await makeAdmin(rest.orm);
  user = await makeUser(rest.orm);
  const [school, year] = [await makeSchool(rest.orm), await makeYear(rest.orm)];
  const made = { highSchoolId: school.id, academicYearId: year.id, submittedById: admin.id, students: 2 };
  designationId = (await makeDesignation(rest.orm, made)).id;
  client = await rest.as(admin.id);
});

const waitUntilLate = () => rest.clock.advance(RECENT_SIGN_IN_MINUTES * MINUTE_MS);

describe('half an hour after signing in,', () => {
  it('flags, addresses, deletions, invites with flags, and new tokens are refused, and nothing changes', async () => {
    waitUntilLate();
    const path = `/api/users/${user.id}`;
    const responses = [
      await client.patch(path, { flags: ['ADMIN'] }),
      await client.patch(path, { email: 'new@x.example.org' }),
      await client.delete(path),
      await client.post('/api/users/invites', { email: 'a@x.example.org', flags: ['ADMIN'] }),
      await client.post('/api/users/@me/email', { email: 'new@x.example.org' }),
      await client.post('/api/tokens', { name: 'Script', scopes: ['EXPORT'] }),
    ];
    expect(responses.map(({ status, body }) => [status, body])).toEqual(responses.map(() => REFUSED));
    const { body } = await client.get(path);
    expect(body).toMatchObject({ email: user.email, flags: [] });
    expect(await rest.orm.em.fork().count(UserInviteEntity)).toBe(0);
    expect(await rest.orm.em.fork().count(AccessTokenEntity)).toBe(0);
  });

  it("exports of students are refused, record nothing, and don't reveal whether an ID exists", async () => {
    waitUntilLate();
    for (const path of ['download', `download/${designationId}`, `download/${user.id}`]) {
      const { status, body } = await client.get(`/api/designations/${path}`);
      expect([path, status, body]).toEqual([path, ...REFUSED]);
    }
    expect(await rest.orm.em.fork().count(DisclosureEntity)).toBe(0);
  });

  it('a link to an export leads to the sign-in and back to its page, never to another site', async () => {
    waitUntilLate();
    const open = (referer: string) =>
      client.get('/api/designations/download', {
        ...{ 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'same-origin' },
        ...(referer === '' ? {} : { Referer: referer }),
      });
    const { appUrl } = rest.settings;
    const response = await open(`${appUrl}/designations?status=PENDING`);
    expect([response.status, response.headers.get('Location')]).toEqual([
      302,
      '/login?to=%2Fdesignations%3Fstatus%3DPENDING&again=1',
    ]);
    expect((await open('')).headers.get('Location')).toBe('/login?to=%2F&again=1');
    for (const foreign of ['https://elsewhere.example.org/x', `${appUrl}.example.org/x`]) {
      const { status, headers } = await open(foreign);
      expect([foreign, status, headers.get('Location')]).toEqual([foreign, 403, null]);
    }
  });

  it('everything else still works, and exports and flags do after signing in again', async () => {
    waitUntilLate();
    const path = `/api/users/${user.id}`;
    expect((await client.patch(path, { phone: '(907) 555-0177' })).status).toBe(200);
    expect((await client.patch(path, { email: user.email, flags: [] })).status).toBe(200);
    expect((await client.post('/api/users/invites', { email: 'a@x.example.org' })).status).toBe(201);
    expect((await client.get('/api/users/download')).status).toBe(200);
    const again = await rest.as(admin.id);
    expect((await again.patch(path, { flags: ['ADMIN'] })).status).toBe(200);
    expect((await again.get('/api/designations/download')).status).toBe(200);
  });

  it("access tokens still export, because they don't sign in", async () => {
    const { secret } = await makeAccessToken(rest.orm, { userId: admin.id });
    waitUntilLate();
    const headers = { Authorization: `Bearer ${secret}` };
    expect((await (await rest.as(null)).get('/api/designations/download', headers)).status).toBe(200);
  });
});

it('until the last millisecond of the half hour, no one has to sign in again', async () => {
  rest.clock.advance(RECENT_SIGN_IN_MINUTES * MINUTE_MS - 1);
  expect((await client.patch(`/api/users/${user.id}`, { flags: ['ADMIN'] })).status).toBe(200);
  rest.clock.advance(1);
  const { status, body } = await client.patch(`/api/users/${user.id}`, { flags: [] });
  expect([status, body]).toEqual(REFUSED);
});
