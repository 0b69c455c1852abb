import { describe, expect, it } from 'vitest';
import { PasskeySchema } from '#app/schemas/passkey.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { PasskeyEntity } from '#db/entities/passkey.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { makeAccessToken } from '#tests/factories/access-token-factory.server.ts';
import { makePasskey } from '#tests/factories/passkey-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { FORBIDDEN, forbidden, NOT_FOUND } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });

const listed = async (client: RestClient, query = '') =>
  (await client.get(`/api/passkeys${query}`)).read(PasskeySchema.array());
const stored = () => rest.orm.em.fork().count(PasskeyEntity);

describe('passkeys', () => {
  it("are listed without their keys: one's own, and everyone's for administrators", async () => {
    const [user, other] = [await makeUser(rest.orm), await makeUser(rest.orm)];
    const id = await makePasskey(rest.orm, { userId: user.id, name: 'Phone' });
    await makePasskey(rest.orm, { userId: other.id, name: 'Laptop' });
    const own = await (await rest.as(user.id)).get('/api/passkeys');
    const { firstName, lastName, email } = user;
    const createdAt = expect.any(String) as string;
    expect(own.body).toEqual([
      {
        id,
        name: 'Phone',
        user: { id: user.id, firstName, lastName, email },
        createdAt,
        lastUsedAt: null,
        approvedAt: null,
      },
    ]);
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    expect((await listed(admin)).map(({ name }) => name).toSorted()).toEqual(['Laptop', 'Phone']);
    expect((await listed(admin, `?userId=${other.id}`)).map(({ name }) => name)).toEqual(['Laptop']);
    const paged = await admin.get('/api/passkeys?limit=1');
    expect([paged.headers.get('X-Total-Count'), (paged.body as []).length]).toEqual(['2', 1]);
  });

  it("of others aren't listed or removed: a colleague's are 403, a stranger's 404", async () => {
    const school = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const { user: colleague } = await makeCounselor(rest.orm, [school.id]);
    const stranger = await makeUser(rest.orm);
    const ids = [
      await makePasskey(rest.orm, { userId: colleague.id, name: 'Confidential' }),
      await makePasskey(rest.orm, { userId: stranger.id, name: 'Confidential' }),
    ];
    const client = await rest.as(user.id);
    expect(await listed(client)).toEqual([]);
    const ofColleague = await client.get(`/api/passkeys?userId=${colleague.id}`);
    expect([ofColleague.status, ofColleague.body]).toEqual([403, FORBIDDEN]);
    const ofStranger = await client.get(`/api/passkeys?userId=${stranger.id}`);
    expect([ofStranger.status, ofStranger.body]).toEqual([404, NOT_FOUND]);
    for (const id of ids) {
      const response = await client.delete(`/api/passkeys/${id}`);
      expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    }
    expect(await stored()).toBe(2);
  });

  it('are removed by their person, who stays signed in, and by administrators, and the person is emailed', async () => {
    const user = await makeUser(rest.orm);
    const [own, lost] = [
      await makePasskey(rest.orm, { userId: user.id, name: 'Laptop' }),
      await makePasskey(rest.orm, { userId: user.id, name: 'Lost phone' }),
    ];
    const client = await rest.as(user.id);
    const admin = await makeAdmin(rest.orm, { firstName: 'Ada', lastName: 'Winter' });
    expect((await client.delete(`/api/passkeys/${own}`)).status).toBe(204);
    expect((await (await rest.as(admin.id)).delete(`/api/passkeys/${lost}`)).status).toBe(204);
    expect((await client.delete(`/api/passkeys/${lost}`)).status).toBe(404);
    expect(await stored()).toBe(0);
    expect(await rest.orm.em.fork().count(SessionEntity, { user: user.id })).toBe(1);
    const events = await rest.orm.em.fork().find(EventEntity, { kind: 'user.passkeyRemoved' });
    expect(events.map(({ actor, subjectId, changes }) => [actor?.id, subjectId, changes])).toEqual(
      expect.arrayContaining([
        [user.id, user.id, { name: { from: 'Laptop', to: null } }],
        [admin.id, user.id, { name: { from: 'Lost phone', to: null } }],
      ]),
    );
    const mails = await rest.orm.em.fork().find(OutboxMailEntity, { kind: 'passkey.removed' });
    expect(mails.map(({ toAddress }) => toAddress)).toEqual([user.email, user.email]);
    const texts = mails.map(({ textBody }) => textBody);
    expect(texts.filter((text) => text?.includes('“Lost phone” was removed') === true)).toEqual([
      expect.stringContaining('by administrator Ada Winter on ') as string,
    ]);
  });

  it("can't be listed or removed with an access token", async () => {
    const admin = await makeAdmin(rest.orm);
    const id = await makePasskey(rest.orm, { userId: admin.id });
    const { secret } = await makeAccessToken(rest.orm, { userId: admin.id });
    const nobody = await rest.as(null);
    const headers = { Authorization: `Bearer ${secret}` };
    for (const response of [
      await nobody.get('/api/passkeys', headers),
      await nobody.delete(`/api/passkeys/${id}`, headers),
    ]) {
      expect([response.status, response.body]).toEqual([
        403,
        forbidden("An access token can't do this. Sign in instead."),
      ]);
    }
    expect(await stored()).toBe(1);
  });

  it('end with the deletion of the account, and with a change of its address', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const [deleted, moved, kept] = [
      await makeUser(rest.orm),
      await makeUser(rest.orm),
      await makeUser(rest.orm),
    ];
    for (const { id } of [deleted, moved, kept]) await makePasskey(rest.orm, { userId: id });
    expect((await admin.delete(`/api/users/${deleted.id}`)).status).toBe(204);
    expect((await admin.patch(`/api/users/${moved.id}`, { email: 'moved@x.example.org' })).status).toBe(200);
    expect((await admin.patch(`/api/users/${kept.id}`, { phone: '(907) 555-0177' })).status).toBe(200);
    expect((await listed(admin)).map(({ user }) => user.id)).toEqual([kept.id]);
  });
});
