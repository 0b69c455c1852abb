import { beforeEach, describe, expect, it } from 'vitest';
import { acceptOwnInvite, declineOwnInvite } from '#app/domain/invites/own-invites.server.ts';
import { NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { ANONYMOUS, SYSTEM } from '#app/policy/actor.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import {
  actorOf,
  makeAdmin,
  makeCounselor,
  makeUser,
  type MadeUser,
} from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { conflict, invalid, UNKNOWN_ID, NOT_FOUND, UNAUTHORIZED } from '#tests/support/rest-errors.ts';
import { snapshotOfRows, storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });
const em = () => rest.orm.em.fork();

let school: MadeSchool;
let counselor: MadeUser;
let staff: RestClient;
let invited: MadeUser;
let own: RestClient;

beforeEach(async () => {
  school = await makeSchool(rest.orm, { name: 'Aurora High' });
  counselor = (await makeCounselor(rest.orm, [school.id], { firstName: 'Cora', lastName: 'Unselor' })).user;
  staff = await rest.as(counselor.id);
  invited = await makeUser(rest.orm, { email: 'jo@x.example.org' });
  own = await rest.as(invited.id);
});

async function invite(email = invited.email, at = school): Promise<string> {
  const by = at === school ? staff : await rest.as((await makeCounselor(rest.orm, [at.id])).user.id);
  const response = await by.post(`/api/highschools/${at.id}/staff/invites`, { email, position: 'PRINCIPAL' });
  expect(response.status).toBe(204);
  return (await em().findOneOrFail(HighSchoolStaffInviteEntity, { highSchool: at.id })).id;
}
const response = (client: RestClient, id: string, how: 'accept' | 'decline') =>
  client.post(`/api/users/@me/invites/${id}/${how}`);
const everything = () =>
  snapshotOfRows(rest.orm, [
    ...[HighSchoolStaffEntity, HighSchoolStaffInviteEntity, UserInviteEntity],
    ...[EventEntity, OutboxMailEntity],
  ]);
const schoolsOf = async (client: RestClient) =>
  ((await client.get('/api/highschools')).body as { id: string }[]).map(({ id }) => id);

describe('users/@me/invites', () => {
  it('lists who invited, to which school, in which position', async () => {
    const id = await invite();
    expect((await own.get('/api/users/@me/invites')).body).toEqual([
      {
        ...{ id, highSchoolId: school.id, highSchool: { id: school.id, name: 'Aurora High' } },
        ...{ position: 'PRINCIPAL', invitedBy: 'Cora Unselor' },
        ...{ createdAt: '2026-11-21T21:00:00.000Z', expiresAt: '2026-12-05T21:00:00.000Z' },
      },
    ]);
    expect((await staff.get('/api/users/@me/invites')).body).toEqual([]);
  });

  it("puts the person on the school's staff after accepting, which the school sees", async () => {
    const id = await invite();
    expect(await schoolsOf(own)).toEqual([]);
    const accepted = await response(own, id, 'accept');
    expect([accepted.status, accepted.body]).toEqual([204, null]);
    expect(await schoolsOf(own)).toEqual([school.id]);
    const positions = await storedRows(rest.orm, HighSchoolStaffEntity, ['position'], {
      where: { user: invited.id },
    });
    expect(positions).toEqual([{ position: 'PRINCIPAL' }]);
    expect(await em().count(UserInviteEntity)).toBe(0);
    const events = await storedRows(rest.orm, EventEntity, ['kind', 'subjectType', 'actor', 'changes'], {
      where: { kind: { $ne: 'invite.created' } },
      orderBy: { at: 'asc', kind: 'asc', subjectType: 'asc' },
    });
    expect(events).toMatchObject([
      { kind: 'invite.accepted', subjectType: 'INVITE', changes: { userId: invited.id } },
      { kind: 'staff.added', subjectType: 'HIGH_SCHOOL', actor: invited.id },
      { kind: 'staff.added', subjectType: 'USER', actor: invited.id },
      { kind: 'staff.inviteAccepted', subjectType: 'HIGH_SCHOOL', changes: { email: invited.email } },
      { kind: 'staff.invited', actor: counselor.id },
    ]);
    expect((await response(own, id, 'accept')).status).toBe(404);
  });

  it('deletes only the invite after declining, so that it can be sent again', async () => {
    const id = await invite();
    expect((await response(own, id, 'decline')).status).toBe(204);
    expect(await schoolsOf(own)).toEqual([]);
    expect(await em().count(UserInviteEntity)).toBe(0);
    const events = await storedRows(rest.orm, EventEntity, ['kind', 'subjectType', 'changes'], {
      where: { kind: { $in: ['staff.inviteDeclined', 'invite.removed'] } },
      orderBy: { kind: 'asc' },
    });
    expect(events).toEqual([
      { kind: 'invite.removed', subjectType: 'INVITE', changes: { email: invited.email } },
      { kind: 'staff.inviteDeclined', subjectType: 'HIGH_SCHOOL', changes: { email: invited.email } },
    ]);
    expect((await response(own, id, 'accept')).status).toBe(404);
    await invite();
  });

  it("keeps another school's invite open when one is accepted", async () => {
    const other = await makeSchool(rest.orm, { name: 'Birch High' });
    const [one, two] = [await invite(), await invite(invited.email, other)];
    expect((await response(own, one, 'decline')).status).toBe(204);
    expect((await response(own, two, 'accept')).status).toBe(204);
    expect(await schoolsOf(own)).toEqual([other.id]);
  });
});

describe('an invite that a person may not answer', () => {
  it("returns 404 if it is unknown or someone else's, even to the inviting school and administrators", async () => {
    const id = await invite();
    const others = [
      staff,
      await rest.as((await makeAdmin(rest.orm)).id),
      await rest.as((await makeUser(rest.orm)).id),
    ];
    const before = await everything();
    for (const how of ['accept', 'decline'] as const) {
      for (const client of others) {
        const { status, body } = await response(client, id, how);
        expect([status, body]).toEqual([404, NOT_FOUND]);
      }
      expect((await response(own, UNKNOWN_ID, how)).body).toEqual(NOT_FOUND);
      expect((await response(own, 'x', how)).body).toEqual(invalid([['id'], 'Must be a UUID.']));
      expect((await response(await rest.as(null), id, how)).body).toEqual(UNAUTHORIZED);
    }
    expect(await everything()).toEqual(before);
  });

  it('returns 404 once it was removed', async () => {
    const id = await invite();
    await staff.delete(`/api/highschools/${school.id}/staff/invites/${id}`);
    for (const how of ['accept', 'decline'] as const) expect((await response(own, id, how)).status).toBe(404);
    expect(await schoolsOf(own)).toEqual([]);
  });

  it('is 409 while the school is inactive, and is not listed', async () => {
    const id = await invite();
    await em().nativeUpdate(HighSchoolEntity, { id: school.id }, { status: 'INACTIVE' });
    expect((await own.get('/api/users/@me/invites')).body).toEqual([]);
    const { status, body } = await response(own, id, 'accept');
    const why = "Aurora High is inactive, so you can't join its staff. Contact your administrator.";
    expect([status, body]).toEqual([409, conflict(why)]);
    expect(await schoolsOf(own)).toEqual([]);
  });

  it('is refused to an account that was deleted, or has another address, while it waited', async () => {
    const id = await invite();
    const ctx = () => makeCtx({ orm: rest.orm, actor: actorOf(invited) });
    await em().nativeUpdate(UserAccountEntity, { id: invited.id }, { email: 'moved@x.example.org' });
    expect(await refusalOf(acceptOwnInvite(ctx(), id))).toEqual(new NotFound());
    await em().nativeUpdate(
      UserAccountEntity,
      { id: invited.id },
      { email: invited.email, flags: ['DELETED'] },
    );
    expect(await refusalOf(acceptOwnInvite(ctx(), id))).toEqual(new Unauthorized());
    expect(await refusalOf(declineOwnInvite(ctx(), id))).toEqual(new Unauthorized());
    expect(await refusalOf(acceptOwnInvite(makeCtx({ orm: rest.orm, actor: ANONYMOUS }), id))).toEqual(
      new Unauthorized(),
    );
    await expect(acceptOwnInvite(makeCtx({ orm: rest.orm, actor: SYSTEM }), id)).rejects.toThrow();
    expect(await em().count(HighSchoolStaffInviteEntity)).toBe(1);
  });
});

describe('with simultaneous requests,', () => {
  it('an invite accepted ten times creates one position', async () => {
    const id = await invite();
    const responses = await Promise.all(Array.from({ length: 10 }, () => response(own, id, 'accept')));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, ...Array<number>(9).fill(404)]);
    expect(await schoolsOf(own)).toEqual([school.id]);
  });

  it('an invite is either accepted or removed, as the events show', async () => {
    for (let round = 0; round < 10; round += 1) {
      await em().nativeDelete(HighSchoolStaffEntity, { user: invited.id });
      const id = await invite();
      const [accepted, removed] = await Promise.all([
        response(own, id, 'accept'),
        staff.delete(`/api/highschools/${school.id}/staff/invites/${id}`),
      ]);
      expect([accepted.status, removed.status].toSorted()).toEqual([204, 404]);
      expect((await schoolsOf(own)).length).toBe(accepted.status === 204 ? 1 : 0);
    }
  });
});

describe('someone who is added directly', () => {
  it('keeps no open invite of that school', async () => {
    await invite();
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const added = await admin.post(`/api/highschools/${school.id}/staff`, {
      userId: invited.id,
      position: 'STAFF',
    });
    expect(added.status).toBe(201);
    expect(await em().count(UserInviteEntity)).toBe(0);
    expect((await own.get('/api/users/@me/invites')).body).toEqual([]);
  });

  it('must be known to the staff who add them (404 otherwise), and not to administrators', async () => {
    const path = `/api/highschools/${school.id}/staff`;
    const body = { userId: invited.id, position: 'STAFF' };
    const refused = await staff.post(path, body);
    expect([refused.status, refused.body]).toEqual([404, NOT_FOUND]);
    expect((await (await rest.as((await makeAdmin(rest.orm)).id)).post(path, body)).status).toBe(201);
  });
});

it('GET users/{id} shows all flags to administrators and the user, and none to colleagues', async () => {
  const chief = await makeCounselor(rest.orm, [school.id], { flags: ['ADMIN'] });
  const flags = async (client: RestClient) =>
    ((await client.get(`/api/users/${chief.user.id}`)).body as { flags: string[] }).flags;
  expect(await flags(staff)).toEqual([]);
  expect(await flags(await rest.as(chief.user.id))).toEqual(['ADMIN']);
  expect(await flags(await rest.as((await makeAdmin(rest.orm)).id))).toEqual(['ADMIN']);
});

describe('an account that gets an invited address', () => {
  it('is invited there, and not put on the staff', async () => {
    await invite('new@x.example.org');
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    expect((await admin.patch(`/api/users/${invited.id}`, { email: 'new@x.example.org' })).status).toBe(200);
    const moved = await rest.as(invited.id);
    expect(await schoolsOf(moved)).toEqual([]);
    expect((await moved.get('/api/users/@me/invites')).body).toMatchObject([{ highSchoolId: school.id }]);
  });
});

describe('the email of an invite', () => {
  const mailed = useRest({ per: 'each test', mail: true });

  it('is sent to accounts and unknown addresses, but not to deleted accounts', async () => {
    const at = await makeSchool(mailed.orm);
    const by = await mailed.as((await makeCounselor(mailed.orm, [at.id])).user.id);
    const known = await makeUser(mailed.orm, { email: 'known@x.example.org' });
    const deleted = await makeUser(mailed.orm, { email: 'deleted@x.example.org', flags: ['DELETED'] });
    for (const email of [deleted.email, known.email, 'unknown@x.example.org']) {
      expect((await by.post(`/api/highschools/${at.id}/staff/invites`, { email })).status).toBe(204);
    }
    const states = () =>
      storedRows(mailed.orm, OutboxMailEntity, ['toAddress', 'state', 'response'], {
        orderBy: { toAddress: 'asc' },
      });
    await expect
      .poll(async () => (await states()).every(({ state }) => state !== 'QUEUED' && state !== 'SENDING'))
      .toBe(true);
    expect(await states()).toMatchObject([
      { toAddress: 'deleted@x.example.org', state: 'CANCELLED', response: 'The account was deleted.' },
      { toAddress: 'known@x.example.org', state: 'SENT' },
      { toAddress: 'unknown@x.example.org', state: 'SENT' },
    ]);
  });
});
