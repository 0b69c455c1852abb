import { describe, expect, it } from 'vitest';
import { hashOfSecret } from '#app/domain/auth/session-secret.server.ts';
import type { TokenScope } from '#app/schemas/token-scopes.ts';
import { CreatedAccessTokenSchema } from '#app/schemas/access-token.ts';
import { AccessTokenEntity } from '#db/entities/access-token.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { RateLimitEntity } from '#db/entities/rate-limit.ts';
import { makeAccessToken } from '#tests/factories/access-token-factory.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { FOREIGN_ORIGIN, forbidden, NOT_FOUND, UNAUTHORIZED } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });
const PEOPLE_ONLY = forbidden("An access token can't do this. Sign in instead.");

const bearing = (secret: string) => ({ Authorization: `Bearer ${secret}` });

async function tokenOf(userId: string, ...scopes: TokenScope[]) {
  return makeAccessToken(rest.orm, { userId, ...(scopes.length > 0 ? { scopes } : {}) });
}

async function createdBy(client: RestClient, body: object) {
  return (await client.post('/api/tokens', body)).read(CreatedAccessTokenSchema);
}

let anonymous: RestClient;
const signOut = async () => (anonymous = await rest.as(null));

describe('an access token', () => {
  it('is created with a secret of 256 bits that is stored only as a hash, and works at once', async () => {
    const admin = await makeAdmin(rest.orm);
    const created = await createdBy(await rest.as(admin.id), { name: 'Script', scopes: ['READ'], days: 30 });
    expect(created.secret).toMatch(/^laurel_[\w-]{43}$/);
    const [row] = await rest.orm.em.fork().find(AccessTokenEntity, {});
    expect(row?.secretHash).toBe(hashOfSecret(created.secret));
    expect(JSON.stringify(row)).not.toContain(created.secret);
    const response = await (await signOut()).get('/api/users/@me', bearing(created.secret));
    expect([response.status, response.body]).toMatchObject([200, { id: admin.id }]);
    const events = await rest.orm.em.fork().find(EventEntity, { kind: 'user.tokenCreated' });
    expect(events.map(({ changes }) => changes)).toEqual([
      { name: { from: '', to: 'Script' }, scopes: { from: [], to: ['READ'] } },
    ]);
    expect(JSON.stringify(events)).not.toContain(created.secret);
  });

  it('with the scope Manage also reads, because responses show what was changed', async () => {
    const client = await rest.as((await makeAdmin(rest.orm)).id);
    const { scopes } = await createdBy(client, { name: 'Script', scopes: ['MANAGE'] });
    expect(scopes).toEqual(['READ', 'MANAGE']);
  });

  it('is refused once it has expired, was revoked, or is incomplete, altered, or empty', async () => {
    const admin = await makeAdmin(rest.orm);
    const client = await rest.as(admin.id);
    const { secret, id } = await createdBy(client, { name: 'Script', scopes: ['READ'], days: 1 });
    await signOut();
    const statusOf = async (header: string) =>
      (await anonymous.get('/api/users/@me', { Authorization: header })).status;
    expect(await statusOf(`bearer  ${secret} `)).toBe(200);
    for (const wrong of [
      secret.slice(0, -1),
      `${secret}A`,
      secret.toUpperCase(),
      hashOfSecret(secret),
      `${secret} ${secret}`,
      '',
    ]) {
      expect([wrong, await statusOf(`Bearer ${wrong}`)]).toEqual([wrong, 401]);
    }
    rest.clock.advance(24 * 60 * 60_000 - 1);
    expect(await statusOf(`Bearer ${secret}`)).toBe(200);
    rest.clock.advance(1);
    expect(await statusOf(`Bearer ${secret}`)).toBe(401);
    const later = await rest.as(admin.id);
    const second = await createdBy(later, { name: 'Script', scopes: ['READ'], days: 1 });
    expect((await later.delete(`/api/tokens/${second.id}`)).status).toBe(204);
    expect(await statusOf(`Bearer ${second.secret}`)).toBe(401);
    expect(id).not.toBe(second.id);
  });

  it('replaces the session: the cookie is ignored, even if the token is refused', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const { user } = await makeCounselor(rest.orm, []);
    const { secret } = await tokenOf(user.id);
    const ownUser = await admin.get('/api/users/@me', bearing(secret));
    expect(ownUser.body).toMatchObject({ id: user.id });
    expect((await admin.get('/api/settings', bearing(secret))).status).toBe(403);
    const refused = await admin.get('/api/users/@me', bearing('laurel_wrong'));
    expect([refused.status, refused.body]).toEqual([401, UNAUTHORIZED]);
    expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer');
    // A proxy's own sign-in, for example, doesn't matter.
    expect((await admin.get('/api/users/@me', { Authorization: 'Basic abc' })).status).toBe(200);
  });

  it('is refused from another site, like a session', async () => {
    const { secret } = await tokenOf((await makeAdmin(rest.orm)).id);
    const headers = { ...bearing(secret), Origin: 'https://elsewhere.example.org' };
    const response = await (await signOut()).post('/api/academicYears', { year: 2050 }, headers);
    expect([response.status, response.body]).toEqual([403, FOREIGN_ORIGIN]);
  });

  it('has only its scopes, and the message names the one that is missing', async () => {
    const { secret } = await tokenOf((await makeAdmin(rest.orm)).id, 'READ');
    await signOut();
    expect((await anonymous.get('/api/highschools', bearing(secret))).status).toBe(200);
    const exported = await anonymous.get('/api/highschools/download', bearing(secret));
    expect([exported.status, exported.body]).toEqual([
      403,
      forbidden("This access token doesn't have the Export scope. Create one that does."),
    ]);
    const managed = await anonymous.post('/api/academicYears', { year: 2050 }, bearing(secret));
    expect(managed.body).toEqual(
      forbidden("This access token doesn't have the Manage scope. Create one that does."),
    );
  });

  it('can never do more than its person, from the next request on', async () => {
    const school = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const { secret } = await tokenOf(user.id);
    await signOut();
    const read = () => anonymous.get(`/api/highschools/${school.id}`, bearing(secret));
    expect((await read()).status).toBe(200);
    expect((await anonymous.get('/api/users', bearing(secret))).status).toBe(403);
    await rest.orm.em.fork().nativeDelete(HighSchoolStaffEntity, { user: user.id });
    const { status, body } = await read();
    expect([status, body]).toEqual([404, NOT_FOUND]);
  });

  it('cannot manage tokens, flags, addresses, accounts, or answers to invites, whatever its person may', async () => {
    const admin = await makeAdmin(rest.orm);
    await makeAdmin(rest.orm);
    const other = await makeUser(rest.orm);
    const { secret, id } = await tokenOf(admin.id);
    await signOut();
    const send = (method: string, path: string, body?: object) =>
      anonymous.send(method, `/api/${path}`, body, bearing(secret));
    for (const [method, path, body] of [
      ['GET', 'tokens'],
      ['POST', 'tokens', { name: 'More', scopes: ['MANAGE'] }],
      ['DELETE', `tokens/${id}`],
      ['DELETE', `users/${other.id}`],
      ['POST', 'users/@me/email', { email: 'new@x.example.org' }],
      ['PATCH', `users/${other.id}`, { flags: ['ADMIN'] }],
      ['PATCH', `users/${other.id}`, { email: 'new@x.example.org' }],
      ['POST', 'users/invites', { email: 'a@x.example.org', flags: ['ADMIN'] }],
    ] as const) {
      const response = await send(method, path, body);
      expect([path, response.status, response.body]).toEqual([path, 403, PEOPLE_ONLY]);
    }
    const same = await send('PATCH', `users/${other.id}`, { email: other.email, phone: '(907) 555-0177' });
    expect([same.status, same.body]).toMatchObject([200, { phone: '(907) 555-0177', flags: [] }]);
    expect((await send('POST', 'users/invites', { email: 'b@x.example.org' })).status).toBe(201);
    expect(await rest.orm.em.fork().count(AccessTokenEntity)).toBe(1);
  });

  it('ends with the deletion of the account, and with a change of its address', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const [deleted, moved] = [await makeUser(rest.orm), await makeUser(rest.orm)];
    const tokens = [await tokenOf(deleted.id), await tokenOf(moved.id)];
    expect((await admin.delete(`/api/users/${deleted.id}`)).status).toBe(204);
    expect((await admin.patch(`/api/users/${moved.id}`, { email: 'moved@x.example.org' })).status).toBe(200);
    await signOut();
    for (const { secret } of tokens) {
      expect((await anonymous.get('/api/users/@me', bearing(secret))).status).toBe(401);
    }
    await admin.patch(`/api/users/${deleted.id}`, { flags: [] });
    expect((await anonymous.get('/api/users/@me', bearing(tokens[0]?.secret ?? ''))).status).toBe(401);
  });

  it('stores its last use, and the disclosures name it', async () => {
    const year = await makeYear(rest.orm);
    const school = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const made = { academicYearId: year.id, highSchoolId: school.id, submittedById: user.id, students: 2 };
    const { id } = await makeDesignation(rest.orm, made);
    const { secret, id: tokenId } = await tokenOf(user.id, 'READ');
    const client = await rest.as(user.id);
    await client.get(`/api/designations/${id}`);
    await signOut();
    await anonymous.get(`/api/designations/${id}`, bearing(secret));
    await anonymous.get(`/api/designations/${id}`, bearing(secret));
    const disclosures = await rest.orm.em
      .fork()
      .find(DisclosureEntity, {}, { orderBy: { tokenName: 'asc' } });
    expect(disclosures.map(({ tokenId: used, tokenName, channel }) => [used, tokenName, channel])).toEqual([
      [tokenId, 'Test token', 'REST'],
      [null, null, 'REST'],
    ]);
    const [listed] = (await client.get('/api/tokens')).body as { lastUsedAt: string }[];
    expect(listed?.lastUsedAt).toBe(rest.clock.now().toISOString());
  });

  it('is limited to 1,500 requests in five minutes, and a network to 20 incorrect tokens', async () => {
    const { secret } = await tokenOf((await makeUser(rest.orm)).id);
    await signOut();
    for (let count = 0; count < 20; count += 1) {
      expect((await anonymous.get('/api/users/@me', bearing('laurel_wrong'))).status).toBe(401);
    }
    const limited = await anonymous.get('/api/users/@me', bearing('laurel_wrong'));
    expect([limited.status, limited.headers.has('Retry-After')]).toEqual([429, true]);
    expect((await anonymous.get('/api/users/@me', bearing(secret))).status).toBe(200);
    const counters = { key: { $like: 'access-token:%' } };
    await rest.orm.em.fork().nativeUpdate(RateLimitEntity, counters, { count: 1499 });
    expect((await anonymous.get('/api/users/@me', bearing(secret))).status).toBe(200);
    expect((await anonymous.get('/api/users/@me', bearing(secret))).status).toBe(429);
  });
});

describe('the list of access tokens', () => {
  it("shows people their own, and administrators everyone's; no one can revoke another person's", async () => {
    const [own, other] = [await makeUser(rest.orm), await makeUser(rest.orm)];
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const [mine, theirs] = [await tokenOf(own.id), await tokenOf(other.id)];
    const client = await rest.as(own.id);
    const idsOf = async (reader: RestClient, query = '') =>
      ((await reader.get(`/api/tokens${query}`)).body as { id: string }[]).map(({ id }) => id);
    expect(await idsOf(client)).toEqual([mine.id]);
    expect((await idsOf(admin)).toSorted()).toEqual([mine.id, theirs.id].toSorted());
    expect(await idsOf(admin, `?userId=${other.id}`)).toEqual([theirs.id]);
    expect((await client.get(`/api/tokens?userId=${other.id}`)).status).toBe(404);
    const refused = await client.delete(`/api/tokens/${theirs.id}`);
    expect([refused.status, refused.body]).toEqual([404, NOT_FOUND]);
    expect((await admin.delete(`/api/tokens/${theirs.id}`)).status).toBe(204);
    expect((await client.delete(`/api/tokens/${mine.id}`)).status).toBe(204);
    expect(await idsOf(admin)).toEqual([]);
  });

  it('has at most 20 active tokens per person', async () => {
    const { id } = await makeUser(rest.orm);
    for (let count = 0; count < 20; count += 1) await tokenOf(id);
    const response = await (await rest.as(id)).post('/api/tokens', { name: 'One more', scopes: ['READ'] });
    expect([response.status, response.body]).toMatchObject([
      409,
      { message: "You already have 20 access tokens. Revoke one that you don't need." },
    ]);
  });
});
