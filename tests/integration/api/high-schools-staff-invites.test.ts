import { describe, expect, it } from 'vitest';
import { StaffInviteResponseSchema } from '#app/schemas/high-school.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { conflict, invalid, UNKNOWN_ID, NOT_FOUND, UNAUTHORIZED } from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });

async function scene() {
  const school = await makeSchool(rest.orm, { name: 'Aurora High' });
  const counselor = await makeCounselor(rest.orm, [school.id], { firstName: 'Cora', lastName: 'Unselor' });
  return {
    school,
    path: `/api/highschools/${school.id}/staff/invites`,
    staff: await rest.as(counselor.user.id),
    counselor: counselor.user,
  };
}

async function staffRows() {
  const orderBy = { createdAt: 'asc', user: { email: 'asc' } } as const;
  const rows = await rest.orm.em.fork().findAll(HighSchoolStaffEntity, { populate: ['user'], orderBy });
  return rows.map(({ user, position }) => ({ email: user.email, position }));
}
async function inviteRows() {
  const rows = await rest.orm.em.fork().findAll(HighSchoolStaffInviteEntity, {
    populate: ['userInvite', 'highSchool'],
    orderBy: { userInvite: { email: 'asc' }, highSchool: { name: 'asc' } },
  });
  return rows.map(({ userInvite: { email, flags }, highSchool: { name }, position }) => ({
    email,
    flags,
    name,
    position,
  }));
}
const emails = () =>
  storedRows(rest.orm, OutboxMailEntity, ['kind', 'toAddress', 'subject', 'textBody'], {
    orderBy: { createdAt: 'asc' },
  });

describe('POST highschools/{id}/staff/invites', () => {
  it('stores and emails an invite', async () => {
    const { staff, path, school } = await scene();
    const response = await staff.post(path, { email: ' New.Person@School.example.org ' });
    expect([response.status, response.body]).toEqual([204, null]);
    expect(await inviteRows()).toEqual([
      { email: 'new.person@school.example.org', flags: [], name: 'Aurora High', position: 'STAFF' },
    ]);
    expect(await emails()).toEqual([
      {
        kind: 'staff.invited',
        toAddress: 'new.person@school.example.org',
        subject: "You're invited to join the staff of Aurora High on Scholars",
        textBody: [
          'Hello,',
          'Cora Unselor invited you to join the staff of Aurora High on Scholars. High schools use Scholars to designate the top ten percent of their junior class.',
          'To respond, sign in with this email address (new.person@school.example.org):\nhttp://localhost:3000/login',
          'If you already have an account, accept or decline the invite on your dashboard. Otherwise, create an account to accept it. The invite expires on Dec 5, 2026, 12:00 PM AKST.',
          "You don't need a password. To sign in, you enter a six-digit code that we email you.",
          "If you didn't expect this email, you can ignore it. Questions? Email scholars@example.org.\nScholars",
        ].join('\n\n'),
      },
    ]);
    const events = await storedRows(rest.orm, EventEntity, ['kind', 'subjectType', 'subjectId', 'changes'], {
      orderBy: { kind: 'asc' },
    });
    const [invite] = await storedRows(rest.orm, UserInviteEntity, ['id']);
    expect(events).toEqual([
      {
        kind: 'invite.created',
        subjectType: 'INVITE',
        subjectId: invite?.id,
        changes: { email: 'new.person@school.example.org' },
      },
      {
        kind: 'staff.invited',
        subjectType: 'HIGH_SCHOOL',
        subjectId: school.id,
        changes: { email: 'new.person@school.example.org', position: 'STAFF' },
      },
    ]);
  });

  it('behaves identically for an unknown address, an account, an administrator, and a deleted account', async () => {
    const { staff, path, counselor } = await scene();
    const addresses = [
      'unknown@x.example.org',
      (await makeUser(rest.orm)).email,
      (await makeAdmin(rest.orm)).email,
      (await makeUser(rest.orm, { flags: ['DELETED'] })).email,
    ];
    const responses: unknown[] = [];
    for (const email of addresses) {
      const statements = await rest.statementsOf(async () => {
        const { status, body, headers } = await staff.post(path, { email: email.toUpperCase() });
        const { 'x-request-id': _id, date: _date, ...kept } = Object.fromEntries(headers);
        responses.push({ status, body, kept });
      });
      responses.push(statements.map((statement) => statement.replace(/\[took .*$/, '').replace(/\W+/g, ' ')));
    }
    const [response, statements, ...others] = responses;
    expect(response).toMatchObject({ status: 204, body: null });
    expect(others).toEqual([response, statements, response, statements, response, statements]);
    expect((await inviteRows()).map(({ email }) => email)).toEqual(addresses.toSorted());
    expect(await staffRows()).toEqual([{ email: counselor.email, position: 'COUNSELOR' }]);
    const texts = (await emails()).map(({ textBody: text, toAddress: to }) => text?.replace(to, 'ADDRESS'));
    expect(new Set(texts).size).toBe(1);
  });

  it('reveals nothing about the account to the inviter', async () => {
    const { staff, path, school } = await scene();
    const chief = await makeAdmin(rest.orm, { lastName: 'Quarrel', phone: '(907) 555-0177' });
    expect((await staff.post(path, { email: chief.email })).status).toBe(204);
    for (const read of [path, `/api/highschools/${school.id}/staff`, `/api/highschools/${school.id}`]) {
      const { status, body } = await staff.get(read);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`Quarrel|555-0177|ADMIN|${chief.id}`));
    }
    expect((await staff.get(`/api/users/${chief.id}`)).status).toBe(404);
  });

  it('adds to an open invite of the same address instead of making another', async () => {
    const { staff, path } = await scene();
    const other = await makeSchool(rest.orm, { name: 'Birch High' });
    await makeInvite(rest.orm, {
      email: 'both@school.example.org',
      flags: ['ADMIN'],
      schools: [{ highSchoolId: other.id, position: 'REGISTRAR' }],
    });
    const response = await staff.post(path, { email: 'both@school.example.org' });
    expect(response.status).toBe(204);
    expect(await inviteRows()).toEqual([
      { email: 'both@school.example.org', flags: ['ADMIN'], name: 'Aurora High', position: 'STAFF' },
      { email: 'both@school.example.org', flags: ['ADMIN'], name: 'Birch High', position: 'REGISTRAR' },
    ]);
  });

  it("refuses an address that is already invited or on the staff, and from administrators a deleted account's", async () => {
    const { staff, path, counselor } = await scene();
    const deleted = await makeUser(rest.orm, { flags: ['DELETED'] });
    expect((await staff.post(path, { email: 'new@school.example.org' })).status).toBe(204);
    const expected = {
      'NEW@school.example.org': 'new@school.example.org has already been invited to Aurora High.',
      [counselor.email]: `${counselor.email} is already on the staff of Aurora High.`,
    };
    for (const [email, message] of Object.entries(expected)) {
      const response = await staff.post(path, { email });
      expect([response.status, response.body]).toEqual([409, conflict(message)]);
    }
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const refused = await admin.post(path, { email: deleted.email });
    expect([refused.status, refused.body]).toEqual([409, conflict('This account has been deleted.')]);
    expect(await emails()).toHaveLength(1);
    expect(await staffRows()).toHaveLength(1);
  });

  it('creates one invite for ten concurrent requests', async () => {
    const { staff, path } = await scene();
    const { email } = await makeUser(rest.orm);
    for (const address of ['new@school.example.org', email]) {
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => staff.post(path, { email: address })),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([204, ...Array<number>(9).fill(409)]);
    }
    expect(await emails()).toHaveLength(2);
  });

  it('returns field errors for an invalid body', async () => {
    const { staff, path } = await scene();
    const response = await staff.post(path, { email: 'nobody', position: 'BOSS', flags: ['ADMIN'] });
    expect([response.status, response.body]).toEqual([
      400,
      invalid(
        [['email'], 'Enter an email address like name@example.org.'],
        [['position'], 'Must be one of: STAFF, PRINCIPAL, REGISTRAR, COUNSELOR, SUPERINTENDENT.'],
        [[], 'Unknown field: flags.'],
      ),
    ]);
  });

  it('returns the same 404 for an unknown school and another school, and changes nothing', async () => {
    const { path } = await scene();
    const outsider = await rest.as(
      (await makeCounselor(rest.orm, [(await makeSchool(rest.orm)).id])).user.id,
    );
    for (const where of [path, `/api/highschools/${UNKNOWN_ID}/staff/invites`]) {
      const response = await outsider.post(where, { email: 'new@school.example.org' });
      expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    }
    const byAnonymous = await (await rest.as(null)).post(path, { email: 'new@school.example.org' });
    expect([byAnonymous.status, byAnonymous.body]).toEqual([401, UNAUTHORIZED]);
    expect(await inviteRows()).toEqual([]);
  });
});

it("GET highschools/{id}/staff/invites lists the school's own, by address, and pages", async () => {
  const { staff, path, school } = await scene();
  const other = await makeSchool(rest.orm);
  for (const email of ['c@school.example.org', 'a@school.example.org', 'b@school.example.org']) {
    await makeInvite(rest.orm, { email, schools: [{ highSchoolId: school.id }, { highSchoolId: other.id }] });
  }
  await makeInvite(rest.orm, { email: 'd@school.example.org', schools: [{ highSchoolId: other.id }] });
  const list = await staff.get(path);
  const addresses = (response: typeof list) =>
    response.read(StaffInviteResponseSchema.array()).map(({ email }) => email);
  expect(addresses(list)).toEqual(['a@school.example.org', 'b@school.example.org', 'c@school.example.org']);
  const page = await staff.get(`${path}?limit=2&direction=asc`);
  expect(addresses(page)).toEqual(['c@school.example.org', 'b@school.example.org']);
  expect(page.headers.get('X-Total-Count')).toBe('3');
});
