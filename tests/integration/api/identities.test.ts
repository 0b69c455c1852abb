import { describe, expect, it } from 'vitest';
import { IdentitySchema } from '#app/schemas/identity.ts';
import { EventEntity } from '#db/entities/event.ts';
import { LinkedIdentityEntity } from '#db/entities/linked-identity.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { makeAccessToken } from '#tests/factories/access-token-factory.server.ts';
import { makeIdentity } from '#tests/factories/identity-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { FORBIDDEN, forbidden, NOT_FOUND } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });

const listed = async (client: RestClient, query = '') =>
  (await client.get(`/api/identities${query}`)).read(IdentitySchema.array());
const stored = () => rest.orm.em.fork().count(LinkedIdentityEntity);

describe('linked identities', () => {
  it("are listed: one's own, and everyone's for administrators", async () => {
    const [user, other] = [await makeUser(rest.orm), await makeUser(rest.orm)];
    const issuer = 'https://login.example.edu';
    const id = await makeIdentity(rest.orm, { userId: user.id, subject: 'pat' });
    await makeIdentity(rest.orm, { userId: other.id, subject: 'kim' });
    const own = await (await rest.as(user.id)).get('/api/identities');
    const { firstName, lastName, email } = user;
    const at = expect.any(String) as string;
    expect(own.body).toEqual([
      {
        ...{ id, issuer, subject: 'pat', user: { id: user.id, firstName, lastName, email } },
        ...{ createdAt: at, lastUsedAt: at },
      },
    ]);
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    expect((await listed(admin)).map(({ subject }) => subject).toSorted()).toEqual(['kim', 'pat']);
    expect((await listed(admin, `?userId=${other.id}`)).map(({ subject }) => subject)).toEqual(['kim']);
    const paged = await admin.get('/api/identities?limit=1');
    expect([paged.headers.get('X-Total-Count'), (paged.body as []).length]).toEqual(['2', 1]);
  });

  it("of others aren't listed or removed: a colleague's are 403, a stranger's 404", async () => {
    const school = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const { user: colleague } = await makeCounselor(rest.orm, [school.id]);
    const stranger = await makeUser(rest.orm);
    const ids = [
      await makeIdentity(rest.orm, { userId: colleague.id, subject: 'confidential' }),
      await makeIdentity(rest.orm, { userId: stranger.id }),
    ];
    const client = await rest.as(user.id);
    expect(await listed(client)).toEqual([]);
    const ofColleague = await client.get(`/api/identities?userId=${colleague.id}`);
    expect([ofColleague.status, ofColleague.body]).toEqual([403, FORBIDDEN]);
    const ofStranger = await client.get(`/api/identities?userId=${stranger.id}`);
    expect([ofStranger.status, ofStranger.body]).toEqual([404, NOT_FOUND]);
    for (const id of ids) {
      const response = await client.delete(`/api/identities/${id}`);
      expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    }
    expect(await stored()).toBe(2);
  });

  it('are removed by their person, who stays signed in, and by administrators, and the person is emailed', async () => {
    const [user, other] = [await makeUser(rest.orm), await makeUser(rest.orm)];
    const [own, lost] = [
      await makeIdentity(rest.orm, { userId: user.id }),
      await makeIdentity(rest.orm, { userId: other.id }),
    ];
    const client = await rest.as(user.id);
    const admin = await makeAdmin(rest.orm, { firstName: 'Ada', lastName: 'Winter' });
    expect((await client.delete(`/api/identities/${own}`)).status).toBe(204);
    expect((await (await rest.as(admin.id)).delete(`/api/identities/${lost}`)).status).toBe(204);
    expect((await client.delete(`/api/identities/${own}`)).status).toBe(404);
    expect(await stored()).toBe(0);
    expect(await rest.orm.em.fork().count(SessionEntity, { user: user.id })).toBe(1);
    const events = await rest.orm.em.fork().find(EventEntity, { kind: 'user.identityRemoved' });
    const changes = { issuer: { from: 'https://login.example.edu', to: null } };
    expect(events.map(({ actor, subjectId, changes: all }) => [actor?.id, subjectId, all])).toEqual(
      expect.arrayContaining([
        [user.id, user.id, changes],
        [admin.id, other.id, changes],
      ]),
    );
    const mails = await rest.orm.em.fork().find(OutboxMailEntity, { kind: 'identity.removed' });
    expect(mails.map(({ toAddress }) => toAddress).toSorted()).toEqual([user.email, other.email].toSorted());
    expect(mails.find(({ toAddress }) => toAddress === other.email)?.textBody).toContain(
      'Single sign-on with login.example.edu was removed from your Scholars account by administrator Ada Winter on ',
    );
  });

  it("can't be listed or removed with an access token", async () => {
    const admin = await makeAdmin(rest.orm);
    const id = await makeIdentity(rest.orm, { userId: admin.id });
    const { secret } = await makeAccessToken(rest.orm, { userId: admin.id });
    const nobody = await rest.as(null);
    const headers = { Authorization: `Bearer ${secret}` };
    for (const response of [
      await nobody.get('/api/identities', headers),
      await nobody.delete(`/api/identities/${id}`, headers),
    ]) {
      expect([response.status, response.body]).toEqual([
        403,
        forbidden("An access token can't do this. Sign in instead."),
      ]);
    }
    expect(await stored()).toBe(1);
  });

  it('end with the deletion of the account, a merge, and a change of its address', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const [deleted, moved, merged, kept] = [
      await makeUser(rest.orm),
      await makeUser(rest.orm),
      await makeUser(rest.orm),
      await makeUser(rest.orm),
    ];
    for (const { id } of [deleted, moved, merged, kept]) await makeIdentity(rest.orm, { userId: id });
    expect((await admin.delete(`/api/users/${deleted.id}`)).status).toBe(204);
    expect((await admin.patch(`/api/users/${moved.id}`, { email: 'moved@x.example.org' })).status).toBe(200);
    expect((await admin.post(`/api/users/${merged.id}/merge/${kept.id}`, {})).status).toBe(200);
    expect((await admin.patch(`/api/users/${kept.id}`, { phone: '(907) 555-0177' })).status).toBe(200);
    expect((await listed(admin)).map(({ user }) => user.id)).toEqual([kept.id]);
  });
});
