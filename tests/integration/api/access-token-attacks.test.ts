import { describe, expect, it } from 'vitest';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { sessionCookieHeader } from '#app/server/cookies.server.ts';
import { AccessTokenEntity } from '#db/entities/access-token.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { makeAccessToken } from '#tests/factories/access-token-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { UNAUTHORIZED } from '#tests/support/rest-errors.ts';
import { screenBuild } from '#tests/support/screen-build.server.ts';

const bearing = (secret: string) => ({ Authorization: `Bearer ${secret}` });

describe('an access token', () => {
  const rest = useRest({ per: 'each test' });

  it('works only in the Authorization header: not in the query, the body, or a cookie', async () => {
    const admin = await makeAdmin(rest.orm);
    const { secret } = await makeAccessToken(rest.orm, { userId: admin.id });
    const anonymous = await rest.as(null);
    for (const name of ['access_token', 'token', 'bearer', 'Authorization']) {
      const inQuery = await anonymous.get(`/api/users/@me?${name}=${secret}`);
      expect([name, inQuery.status, inQuery.body]).toEqual([name, 401, UNAUTHORIZED]);
    }
    const inBody = await anonymous.post('/api/academicYears', { year: 2050, access_token: secret });
    expect([inBody.status, inBody.body]).toEqual([401, UNAUTHORIZED]);
    const header = await sessionCookieHeader(secret, rest.settings);
    const inCookie = await rest.withCookie(header.slice(0, header.indexOf(';'))).get('/api/users/@me');
    expect([inCookie.status, inCookie.body]).toEqual([401, UNAUTHORIZED]);
    expect((await anonymous.get('/api/users/@me', bearing(secret))).status).toBe(200);
  });

  it("is not a session's secret", async () => {
    const { id: userId } = await makeAdmin(rest.orm);
    const session = await startSession(makeCtx({ orm: rest.orm, now: rest.clock.now }), {
      owner: { userId },
      client: { clientAddress: '192.0.2.1', userAgent: 'tests' },
    });
    const response = await (await rest.as(null)).get('/api/users/@me', bearing(session.secret));
    expect([response.status, response.body]).toEqual([401, UNAUTHORIZED]);
  });

  it('is refused without an error in the log, however strange it is', async () => {
    const anonymous = await rest.as(null);
    for (const strange of ["' or 1=1 --", 'é', '%00', '{}', 'x'.repeat(8000), 'laurel_', ', Bearer x']) {
      const response = await anonymous.get('/api/users/@me', bearing(strange));
      expect([strange, response.status]).toEqual([strange, 401]);
    }
    expect(rest.errorLog).toEqual([]);
  });

  it('needs the scope of the method for HEAD, too, whatever header asks for another method', async () => {
    const admin = await makeAdmin(rest.orm);
    const { secret } = await makeAccessToken(rest.orm, { userId: admin.id, scopes: ['READ'] });
    const anonymous = await rest.as(null);
    const head = (path: string) => anonymous.send('HEAD', path, undefined, bearing(secret));
    expect((await head('/api/highschools')).status).toBe(200);
    expect((await head('/api/highschools/download')).status).toBe(403);
    expect((await head('/API/HighSchools/Download/')).status).toBe(403);
    const overridden = { ...bearing(secret), 'X-HTTP-Method-Override': 'GET' };
    const body = { year: 2050 };
    expect((await anonymous.post('/api/academicYears?_method=GET', body, overridden)).status).toBe(403);
  });

  it('sets no cookie, and its responses are never stored', async () => {
    const admin = await makeAdmin(rest.orm);
    const { secret } = await makeAccessToken(rest.orm, { userId: admin.id });
    const { headers } = await (await rest.as(null)).get('/api/users/@me', bearing(secret));
    expect([headers.get('Set-Cookie'), headers.get('Cache-Control')]).toEqual([null, 'no-store']);
  });

  it('that is revoked while its change waits for a lock changes nothing', async () => {
    const school = await makeSchool(rest.orm, { name: 'Kept High' });
    const admin = await makeAdmin(rest.orm);
    const { secret, id } = await makeAccessToken(rest.orm, { userId: admin.id });
    const [anonymous, client] = [await rest.as(null), await rest.as(admin.id)];
    const { change } = await inTransaction(makeCtx({ orm: rest.orm }), async (tx) => {
      await lockRow(tx, HighSchoolEntity, { id: school.id }, 'update');
      const sent = anonymous.patch(
        `/api/highschools/${school.id}`,
        { name: 'Changed High' },
        bearing(secret),
      );
      await expect.poll(() => lockWaits(rest.orm), { timeout: 4_000, interval: 20 }).toBe(1);
      expect((await client.delete(`/api/tokens/${id}`)).status).toBe(204);
      return { change: sent };
    });
    const { status, body } = await change;
    expect([status, body]).toEqual([401, UNAUTHORIZED]);
    const { name } = await rest.orm.em.fork().findOneOrFail(HighSchoolEntity, { id: school.id });
    expect(name).toBe('Kept High');
  });

  it('that is revoked while its download is sent finishes it, and starts no other', async () => {
    await makeSchool(rest.orm, { name: 'Listed High' });
    const admin = await makeAdmin(rest.orm);
    const { secret, id } = await makeAccessToken(rest.orm, { userId: admin.id });
    const url = 'http://localhost:3000/api/highschools/download';
    const started = await rest.fetch(new Request(url, { headers: bearing(secret) }));
    expect((await (await rest.as(admin.id)).delete(`/api/tokens/${id}`)).status).toBe(204);
    expect(await started.text()).toContain('Listed High');
    expect((await rest.fetch(new Request(url, { headers: bearing(secret) }))).status).toBe(401);
  });

  it('is updated once a minute, however many requests it sends at once', async () => {
    const { secret } = await makeAccessToken(rest.orm, { userId: (await makeUser(rest.orm)).id });
    const em = rest.orm.em.fork();
    await em.execute(`create table token_update (at timestamptz);
      create function note_update() returns trigger language plpgsql as
        $$ begin insert into token_update values (new.last_used_at); return new; end $$;
      create trigger noted after update on access_token for each row execute function note_update();`);
    const updates = async () => (await em.execute<unknown[]>('select at from token_update')).length;
    const anonymous = await rest.as(null);
    const burst = async () => {
      const sent = Array.from({ length: 30 }, () => anonymous.get('/api/users/@me', bearing(secret)));
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200));
    };
    await burst();
    expect(await updates()).toBe(1);
    rest.clock.advance(59_999);
    await burst();
    expect(await updates()).toBe(1);
    rest.clock.advance(1);
    await burst();
    expect(await updates()).toBe(2);
  });

  it('is named by the events of its changes, which only administrators and its person see', async () => {
    const school = await makeSchool(rest.orm);
    const admin = await makeAdmin(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const { id, secret } = await makeAccessToken(rest.orm, { userId: admin.id, name: 'Banner sync' });
    const { secret: ofStaff } = await makeAccessToken(rest.orm, { userId: user.id, name: 'School script' });
    const anonymous = await rest.as(null);
    const path = `/api/highschools/${school.id}`;
    expect((await anonymous.patch(path, { fax: '(907) 555-0177' }, bearing(secret))).status).toBe(200);
    rest.clock.advance(1000);
    expect((await anonymous.patch(path, { fax: '(907) 555-0178' }, bearing(ofStaff))).status).toBe(200);
    rest.clock.advance(1000);
    const client = await rest.as(admin.id);
    expect((await client.patch(path, { fax: '(907) 555-0179' })).status).toBe(200);
    const stored = await rest.orm.em.fork().find(EventEntity, {}, { orderBy: { at: 'asc' } });
    expect(stored.map(({ tokenId, tokenName }) => [tokenId, tokenName])).toEqual([
      [id, 'Banner sync'],
      [expect.any(String), 'School script'],
      [null, null],
    ]);
    // Revoked tokens remain named.
    expect((await client.delete(`/api/tokens/${id}`)).status).toBe(204);
    const namesFor = async (reader: typeof admin) => {
      const actor = { ...actorOf(reader), highSchoolIds: reader === user ? [school.id] : [] };
      const subject = { type: 'HIGH_SCHOOL', id: school.id } as const;
      const { entries } = await readTimeline(makeCtx({ orm: rest.orm, actor }), subject, null);
      return entries.map(({ tokenName }) => tokenName);
    };
    expect(await namesFor(admin)).toEqual([null, 'School script', 'Banner sync']);
    expect(await namesFor(user)).toEqual([null, 'School script', null]);
    const logged = await client.get('/api/audit?kind=highSchool.changed');
    expect((logged.body as { tokenName: string | null }[]).map(({ tokenName }) => tokenName)).toEqual([
      null,
      'School script',
      'Banner sync',
    ]);
    expect((await client.get('/api/audit/download')).body).toContain('REST API, access token “Banner sync”');
  });

  it('of a deleted account stays refused when a copy of its row returns', async () => {
    const user = await makeUser(rest.orm, { flags: ['DELETED'] });
    const { secret } = await makeAccessToken(rest.orm, { userId: user.id });
    const response = await (await rest.as(null)).get('/api/users/@me', bearing(secret));
    expect([response.status, response.body]).toEqual([401, UNAUTHORIZED]);
  });
});

describe('a screen', () => {
  const screens = useRest({ build: screenBuild, per: 'each test' });
  const form = new URLSearchParams({ intent: 'create', name: 'More', scopes: 'MANAGE', days: '30' });
  const send = (client: Awaited<ReturnType<typeof screens.as>>, headers: Record<string, string>) =>
    client.send('POST', '/account/tokens', form.toString(), {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    });
  const tokens = () => screens.orm.em.fork().find(AccessTokenEntity, {}, { populate: ['user'] });

  it('accepts no access token, neither for its page nor for its form', async () => {
    const { id } = await makeAdmin(screens.orm);
    const { secret } = await makeAccessToken(screens.orm, { userId: id });
    const anonymous = await screens.as(null);
    for (const response of [
      await anonymous.get('/account/tokens', bearing(secret)),
      await send(anonymous, bearing(secret)),
    ]) {
      expect([response.status, response.headers.get('Location')]).toEqual([
        302,
        expect.stringMatching(/^\/login/),
      ]);
    }
    expect(await tokens()).toHaveLength(1);
  });

  it("acts for its cookie's person, whatever token is sent, and never for another site", async () => {
    const [owner, visitor] = [await makeAdmin(screens.orm), await makeUser(screens.orm)];
    const { secret } = await makeAccessToken(screens.orm, { userId: owner.id });
    const client = await screens.as(visitor.id);
    expect((await send(client, bearing(secret))).status).toBe(200);
    expect((await tokens()).map(({ user }) => user.id).toSorted()).toEqual([owner.id, visitor.id].toSorted());
  });
});
