import { describe, expect, it } from 'vitest';
import { StaffInviteAnswerSchema } from '#app/schemas/high-school.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { conflict, invalid, NOBODYS_ID, NOT_FOUND, UNAUTHORIZED } from '#tests/support/rest-errors.ts';

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

const sql = (query: string) => rest.orm.em.fork().execute<Record<string, unknown>[]>(query);
const staffRows = () =>
  sql(
    'select u.email, s.position from high_school_staff s join user_account u on u.id = s.user_id order by s.created_at, u.email',
  );
const inviteRows = () =>
  sql(
    `select ui.email, ui.flags, hs.name, si.position from user_invite ui
       join high_school_staff_invite si on si.user_invite_id = ui.id
       join high_school hs on hs.id = si.high_school_id order by ui.email, hs.name`,
  );
const mails = () => sql('select kind, to_address, subject, text_body from outbox_mail order by created_at');

describe('POST highschools/{id}/staff/invites', () => {
  it('stores and mails an invite for an address without an account', async () => {
    const { staff, path, school } = await scene();
    const answer = await staff.post(path, { email: ' New.Person@School.example.org ' });
    expect([answer.status, answer.body]).toEqual([204, null]);
    expect(await inviteRows()).toEqual([
      { email: 'new.person@school.example.org', flags: [], name: 'Aurora High', position: 'STAFF' },
    ]);
    expect(await mails()).toEqual([
      {
        kind: 'staff.invited',
        to_address: 'new.person@school.example.org',
        subject: 'You are invited to join Aurora High at Scholars',
        text_body: [
          'Hello,',
          'Cora Unselor invites you to join Aurora High at Scholars, where schools designate their scholars.',
          'To accept, sign in with this email address (new.person@school.example.org) and create your account:\nhttp://localhost:3000/login',
          'You need no password: each time you sign in, a six-digit code is sent to this address.',
          'If you did not expect this mail, ignore it. Questions? Write to scholars@example.org.\nScholars',
        ].join('\n\n'),
      },
    ]);
    const events = await sql(`select kind, subject_type, subject_id, changes from event order by kind`);
    expect(events).toEqual([
      {
        kind: 'invite.created',
        subject_type: 'INVITE',
        subject_id: (await sql('select id from user_invite'))[0]?.['id'],
        changes: { email: 'new.person@school.example.org' },
      },
      {
        kind: 'staff.invited',
        subject_type: 'HIGH_SCHOOL',
        subject_id: school.id,
        changes: { email: 'new.person@school.example.org', position: 'STAFF' },
      },
    ]);
  });

  it('lets an address that has an account join at once, whatever its case, and tells it', async () => {
    const { path, school, counselor } = await scene();
    const admin = await makeAdmin(rest.orm, { lastName: 'Min' });
    const joiner = await makeUser(rest.orm, {
      firstName: 'Jo',
      lastName: 'Iner',
      email: 'jo@school.example.org',
    });
    const answer = await (
      await rest.as(admin.id)
    ).post(path, { email: 'JO@school.example.org', position: 'PRINCIPAL' });
    expect(answer.status).toBe(204);
    expect(await staffRows()).toEqual([
      { email: counselor.email, position: 'COUNSELOR' },
      { email: 'jo@school.example.org', position: 'PRINCIPAL' },
    ]);
    expect(await inviteRows()).toEqual([]);
    expect(await mails()).toEqual([
      {
        kind: 'staff.joined',
        to_address: 'jo@school.example.org',
        subject: 'You joined Aurora High at Scholars',
        text_body: [
          'Hello Jo Iner,',
          'Ada Min added you to the staff of Aurora High at Scholars.',
          'Sign in with this email address (jo@school.example.org) to work for the school:\nhttp://localhost:3000/login',
          'If this is a mistake, or if you have questions, write to scholars@example.org.\nScholars',
        ].join('\n\n'),
      },
    ]);
    expect(await sql('select kind, subject_type, subject_id from event order by subject_type')).toEqual([
      { kind: 'staff.added', subject_type: 'HIGH_SCHOOL', subject_id: school.id },
      { kind: 'staff.added', subject_type: 'USER', subject_id: joiner.id },
    ]);
    const mine = await (await rest.as(joiner.id)).get('/api/highschools');
    expect((mine.body as { id: string }[]).map(({ id }) => id)).toEqual([school.id]);
  });

  it('adds to an open invite of the same address instead of making another', async () => {
    const { staff, path } = await scene();
    const other = await makeSchool(rest.orm, { name: 'Birch High' });
    await makeInvite(rest.orm, {
      email: 'both@school.example.org',
      flags: ['ADMIN'],
      schools: [{ highSchoolId: other.id, position: 'REGISTRAR' }],
    });
    const answer = await staff.post(path, { email: 'both@school.example.org' });
    expect(answer.status).toBe(204);
    expect(await inviteRows()).toEqual([
      { email: 'both@school.example.org', flags: ['ADMIN'], name: 'Aurora High', position: 'STAFF' },
      { email: 'both@school.example.org', flags: ['ADMIN'], name: 'Birch High', position: 'REGISTRAR' },
    ]);
  });

  it('refuses the same twice, invited or joined, and a deleted account', async () => {
    const { staff, path, counselor } = await scene();
    const deleted = await makeUser(rest.orm, { flags: ['DELETED'] });
    expect((await staff.post(path, { email: 'new@school.example.org' })).status).toBe(204);
    const expected = {
      'NEW@school.example.org': 'new@school.example.org has already been invited to Aurora High.',
      [counselor.email]: `${counselor.email} already belongs to the staff of Aurora High.`,
      [deleted.email]: 'This account has been deleted.',
    };
    for (const [email, message] of Object.entries(expected)) {
      const answer = await staff.post(path, { email });
      expect([answer.status, answer.body]).toEqual([409, conflict(message)]);
    }
    expect(await mails()).toHaveLength(1);
    expect(await staffRows()).toHaveLength(1);
  });

  it('does it once when asked ten times at once', async () => {
    const { staff, path } = await scene();
    const { email } = await makeUser(rest.orm);
    for (const address of ['new@school.example.org', email]) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => staff.post(path, { email: address })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array<number>(9).fill(409)]);
    }
    expect(await mails()).toHaveLength(2);
  });

  it('says what is wrong with a body', async () => {
    const { staff, path } = await scene();
    const answer = await staff.post(path, { email: 'nobody', position: 'BOSS', flags: ['ADMIN'] });
    expect([answer.status, answer.body]).toEqual([
      400,
      invalid(
        [['email'], 'Enter an email address like name@example.org.'],
        [['position'], 'Must be one of: STAFF, PRINCIPAL, REGISTRAR, COUNSELOR, SUPERINTENDENT.'],
        [[], 'Unknown field: flags.'],
      ),
    ]);
  });

  it('is the same 404 for an unknown school and another’s, and changes nothing there', async () => {
    const { path } = await scene();
    const outsider = await rest.as(
      (await makeCounselor(rest.orm, [(await makeSchool(rest.orm)).id])).user.id,
    );
    for (const where of [path, `/api/highschools/${NOBODYS_ID}/staff/invites`]) {
      const answer = await outsider.post(where, { email: 'new@school.example.org' });
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    }
    const byNobody = await (await rest.as(null)).post(path, { email: 'new@school.example.org' });
    expect([byNobody.status, byNobody.body]).toEqual([401, UNAUTHORIZED]);
    expect(await inviteRows()).toEqual([]);
  });
});

it('GET highschools/{id}/staff/invites lists the school’s own, by address, and pages', async () => {
  const { staff, path, school } = await scene();
  const other = await makeSchool(rest.orm);
  for (const email of ['c@school.example.org', 'a@school.example.org', 'b@school.example.org']) {
    await makeInvite(rest.orm, { email, schools: [{ highSchoolId: school.id }, { highSchoolId: other.id }] });
  }
  await makeInvite(rest.orm, { email: 'd@school.example.org', schools: [{ highSchoolId: other.id }] });
  const list = await staff.get(path);
  const emails = (answer: typeof list) =>
    answer.read(StaffInviteAnswerSchema.array()).map(({ email }) => email);
  expect(emails(list)).toEqual(['a@school.example.org', 'b@school.example.org', 'c@school.example.org']);
  const page = await staff.get(`${path}?limit=2&direction=asc`);
  expect(emails(page)).toEqual(['c@school.example.org', 'b@school.example.org']);
  expect(page.headers.get('X-Total-Count')).toBe('3');
});
