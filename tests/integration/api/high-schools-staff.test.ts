import { describe, expect, it } from 'vitest';
import { HighSchoolStaffResponseSchema } from '#app/schemas/high-school.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import {
  makeAdmin,
  makeCounselor,
  makeInvite,
  makeStaff,
  makeUser,
} from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { conflict, invalid, UNKNOWN_ID, NOT_FOUND, UNAUTHORIZED } from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });

/** A school with its counselor, and another school whose counselor must not leak. */
async function scene() {
  const school = await makeSchool(rest.orm, { name: 'Aurora High' });
  const other = await makeSchool(rest.orm, { name: 'Birch High' });
  const { user: cora } = await makeCounselor(rest.orm, [school.id], { firstName: 'Cora', lastName: 'Able' });
  const { user: otto } = await makeCounselor(rest.orm, [other.id], { firstName: 'Otto', lastName: 'Birch' });
  return {
    school,
    cora,
    otto,
    path: `/api/highschools/${school.id}/staff`,
    staff: await rest.as(cora.id),
    outsider: await rest.as(otto.id),
    admin: await rest.as((await makeAdmin(rest.orm, { lastName: 'Min' })).id),
  };
}

const em = () => rest.orm.em.fork();
const memberships = async () => {
  const staff = await em().findAll(HighSchoolStaffEntity, {
    populate: ['user', 'highSchool'],
    orderBy: [{ highSchool: { name: 'asc' } }, { user: { email: 'asc' } }],
  });
  return staff.map(({ user: { email }, highSchool: { name }, position }) => ({ email, name, position }));
};
const events = async () => {
  const stored = await em().findAll(EventEntity, { orderBy: [{ kind: 'asc' }, { subjectType: 'asc' }] });
  return stored.map(({ kind, subjectType, subjectId: id, changes }) => ({ kind, subjectType, id, changes }));
};

describe('GET highschools/{id}/staff', () => {
  it('lists the staff by name, for the school and administrators, and pages', async () => {
    const { staff, admin, path, school, cora } = await scene();
    for (const lastName of ['émile', 'Zed']) {
      const { id: userId } = await makeUser(rest.orm, { lastName });
      await makeStaff(rest.orm, { highSchoolId: school.id, userId, position: 'PRINCIPAL' });
    }
    const response = await staff.get(path);
    const members = response.read(HighSchoolStaffResponseSchema.array());
    expect(members.map(({ user }) => user.lastName)).toEqual(['Able', 'émile', 'Zed']);
    expect(members[0]).toEqual({
      id: members[0]?.id,
      highSchoolId: school.id,
      userId: cora.id,
      position: 'COUNSELOR',
      user: { id: cora.id, firstName: 'Cora', lastName: 'Able', email: cora.email, phone: '(907) 555-0100' },
    });
    expect((await admin.get(path)).body).toEqual(response.body);
    const page = await staff.get(`${path}?limit=2&direction=asc`);
    const names = page.read(HighSchoolStaffResponseSchema.array()).map(({ user }) => user.lastName);
    expect([names, page.headers.get('X-Total-Count')]).toEqual([['Zed', 'émile'], '3']);
  });

  it('uses as many statements for three as for one', async () => {
    const { staff, path, school } = await scene();
    const one = await rest.countStatements(() => staff.get(path));
    for (let made = 0; made < 2; made += 1) await makeCounselor(rest.orm, [school.id]);
    expect([one, await rest.countStatements(() => staff.get(path))]).toEqual([one, one]);
  });
});

describe('POST highschools/{id}/staff', () => {
  it('adds an account to the staff, emails it, and records an event on both timelines', async () => {
    const { admin, path, school } = await scene();
    const joiner = await makeUser(rest.orm, { firstName: 'Jo', lastName: 'Iner', email: 'jo@x.example.org' });
    const response = await admin.post(path, { userId: joiner.id, position: 'REGISTRAR' });
    expect([response.status, response.read(HighSchoolStaffResponseSchema).user.email]).toEqual([
      201,
      joiner.email,
    ]);
    expect(await memberships()).toContainEqual({
      email: joiner.email,
      name: 'Aurora High',
      position: 'REGISTRAR',
    });
    expect(await em().find(OutboxMailEntity, { kind: { $ne: 'access.changed' } })).toMatchObject([
      {
        kind: 'staff.joined',
        toAddress: joiner.email,
        subject: 'You were added to the staff of Aurora High on Scholars',
      },
    ]);
    expect(await events()).toEqual([
      {
        kind: 'staff.added',
        subjectType: 'HIGH_SCHOOL',
        id: school.id,
        changes: { userId: joiner.id, position: 'REGISTRAR' },
      },
      {
        kind: 'staff.added',
        subjectType: 'USER',
        id: joiner.id,
        changes: { highSchoolId: school.id, position: 'REGISTRAR' },
      },
    ]);
  });

  it('lets staff add only people they know: strangers and unknown IDs return the same 404', async () => {
    const { staff, path, otto, cora } = await scene();
    const second = await makeSchool(rest.orm, { name: 'Cedar High' });
    await makeStaff(rest.orm, { highSchoolId: second.id, userId: cora.id });
    const { user: known } = await makeCounselor(rest.orm, [second.id]);
    const before = await memberships();
    for (const userId of [otto.id, UNKNOWN_ID]) {
      const response = await staff.post(path, { userId, position: 'STAFF' });
      expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    }
    expect(await memberships()).toEqual(before);
    expect((await staff.post(path, { userId: known.id, position: 'STAFF' })).status).toBe(201);
  });

  it('refuses a duplicate, all but one of ten concurrent requests, and a deleted account', async () => {
    const { admin, path, cora } = await scene();
    const deleted = await makeUser(rest.orm, { flags: ['DELETED'] });
    const { id: userId } = await makeUser(rest.orm);
    const body = { userId, position: 'STAFF' };
    const responses = await Promise.all(Array.from({ length: 10 }, () => admin.post(path, body)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(9).fill(409)]);
    const twice = await admin.post(path, { userId: cora.id, position: 'STAFF' });
    expect(twice.body).toEqual(conflict(`${cora.email} is already on the staff of Aurora High.`));
    const gone = await admin.post(path, { userId: deleted.id, position: 'STAFF' });
    expect(gone.body).toEqual(conflict('This account has been deleted.'));
  });

  it('returns field errors for an invalid body', async () => {
    const { staff, path } = await scene();
    const response = await staff.post(path, { userId: 'Jo', position: 'BOSS', email: 'jo@x.example.org' });
    expect([response.status, response.body]).toEqual([
      400,
      invalid(
        [['userId'], 'Must be a UUID.'],
        [['position'], 'Choose a position.'],
        [[], 'Unknown field: email.'],
      ),
    ]);
  });
});

describe('PATCH and DELETE highschools/{id}/staff/{userId}', () => {
  it('change the position, with an event only if it changes', async () => {
    const { staff, path, cora, school } = await scene();
    for (const position of ['COUNSELOR', 'PRINCIPAL', 'PRINCIPAL']) {
      const response = await staff.patch(`${path}/${cora.id}`, { position });
      expect([response.status, response.read(HighSchoolStaffResponseSchema).position]).toEqual([
        200,
        position,
      ]);
    }
    const changes = { position: { from: 'COUNSELOR', to: 'PRINCIPAL' } };
    const [ofSchool, ofUser] = await events();
    expect(ofSchool?.changes).toEqual({ userId: cora.id, ...changes });
    expect(ofUser?.changes).toEqual({ highSchoolId: school.id, ...changes });
    expect(await events()).toHaveLength(2);
  });

  it('end access immediately: the next request returns 404 for the school', async () => {
    const { staff, admin, path, cora, school } = await scene();
    expect((await admin.delete(`${path}/${cora.id}`)).status).toBe(204);
    expect(await memberships()).toHaveLength(1);
    expect((await staff.get(`/api/highschools/${school.id}`)).status).toBe(404);
    expect((await staff.get('/api/users/@me')).status).toBe(200);
    expect((await events()).map(({ kind, subjectType: of }) => [kind, of])).toEqual([
      ['staff.removed', 'HIGH_SCHOOL'],
      ['staff.removed', 'USER'],
    ]);
    const again = await admin.delete(`${path}/${cora.id}`);
    expect([again.status, again.body]).toEqual([404, NOT_FOUND]);
  });

  it("return the same 404 for another school's staff, an unknown school, and someone who is not staff there", async () => {
    const { staff, outsider, path, cora, otto, school } = await scene();
    const before = await memberships();
    const theirs = `/api/highschools/${UNKNOWN_ID}/staff/${cora.id}`;
    const attempts = [
      [outsider, `${path}/${cora.id}`],
      [outsider, theirs],
      [staff, theirs],
      [staff, `${path}/${otto.id}`],
    ] as const;
    for (const [client, url] of attempts) {
      for (const response of [await client.patch(url, { position: 'STAFF' }), await client.delete(url)]) {
        expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
      }
    }
    const anonymous = await rest.as(null);
    expect((await anonymous.delete(`${path}/${cora.id}`)).body).toEqual(UNAUTHORIZED);
    expect((await outsider.get(path)).body).toEqual(NOT_FOUND);
    expect((await outsider.post(path, { userId: otto.id, position: 'STAFF' })).body).toEqual(NOT_FOUND);
    expect(await memberships()).toEqual(before);
    expect(school.name).toBe('Aurora High');
  });
});

describe('DELETE highschools/{id}/staff/invites/{inviteId}', () => {
  async function invited(flags: ('ADMIN' | 'DELETED')[] = []) {
    const made = await scene();
    const other = await makeSchool(rest.orm, { name: 'Cedar High' });
    const invite = await makeInvite(rest.orm, {
      email: 'new@x.example.org',
      flags,
      schools: [{ highSchoolId: made.school.id }, { highSchoolId: other.id }],
    });
    const [here = '', there = ''] = invite.staffInviteIds;
    return { ...made, other, here, there };
  }
  async function open() {
    const invites = await storedRows(rest.orm, UserInviteEntity, ['email']);
    const schools = await em().findAll(HighSchoolStaffInviteEntity, {
      populate: ['highSchool'],
      orderBy: { highSchool: { name: 'asc' } },
    });
    return { invites, schools: schools.map(({ highSchool }) => highSchool.name) };
  }

  it('removes the invite to this school, and with the last one the invite itself', async () => {
    const { staff, admin, path, other, here, there } = await invited();
    expect((await staff.delete(`${path}/invites/${here}`)).status).toBe(204);
    expect(await open()).toEqual({ invites: [{ email: 'new@x.example.org' }], schools: ['Cedar High'] });
    expect((await admin.delete(`/api/highschools/${other.id}/staff/invites/${there}`)).status).toBe(204);
    expect(await open()).toEqual({ invites: [], schools: [] });
    expect((await events()).map(({ kind }) => kind)).toEqual([
      'invite.removed',
      'staff.inviteRemoved',
      'staff.inviteRemoved',
    ]);
  });

  it('keeps an invite that still grants administrator rights', async () => {
    const { admin, path, other, here, there } = await invited(['ADMIN']);
    await admin.delete(`${path}/invites/${here}`);
    await admin.delete(`/api/highschools/${other.id}/staff/invites/${there}`);
    expect(await open()).toEqual({ invites: [{ email: 'new@x.example.org' }], schools: [] });
  });

  it('returns 404 for an invite of another school, for strangers, and the second time', async () => {
    const { staff, outsider, path, here, there } = await invited();
    const before = await open();
    for (const [client, id] of [
      [staff, there],
      [staff, UNKNOWN_ID],
      [outsider, here],
    ] as const) {
      const response = await client.delete(`${path}/invites/${id}`);
      expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    }
    expect((await (await rest.as(null)).delete(`${path}/invites/${here}`)).body).toEqual(UNAUTHORIZED);
    expect(await open()).toEqual(before);
    await staff.delete(`${path}/invites/${here}`);
    expect((await staff.delete(`${path}/invites/${here}`)).body).toEqual(NOT_FOUND);
  });
});
