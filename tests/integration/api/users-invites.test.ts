import { describe, expect, it } from 'vitest';
import { UserInviteResponseSchema } from '#app/schemas/invite.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import {
  conflict,
  FORBIDDEN,
  invalid,
  UNKNOWN_ID,
  NOT_FOUND,
  UNAUTHORIZED,
} from '#tests/support/rest-errors.ts';
import { snapshotOfRows, storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });
const asAdmin = async () => rest.as((await makeAdmin(rest.orm, { firstName: 'Ada', lastName: 'Min' })).id);

describe('POST users/invites', () => {
  it('stores the invite with its flags, emails it, and records an event', async () => {
    const admin = await asAdmin();
    const response = await admin.post('/api/users/invites', {
      email: ' New@Office.example.org',
      flags: ['ADMIN', 'ADMIN'],
    });
    const invite = response.read(UserInviteResponseSchema);
    expect([response.status, invite]).toEqual([
      201,
      {
        id: invite.id,
        email: 'new@office.example.org',
        flags: ['ADMIN'],
        staffInvites: [],
        expiresAt: '2026-12-05T21:00:00.000Z',
        createdAt: '2026-11-21T21:00:00.000Z',
        updatedAt: '2026-11-21T21:00:00.000Z',
      },
    ]);
    const emails = await storedRows(rest.orm, OutboxMailEntity, ['kind', 'toAddress', 'subject', 'textBody']);
    expect(emails).toEqual([
      {
        kind: 'user.invited',
        toAddress: 'new@office.example.org',
        subject: "You're invited to Scholars",
        textBody: [
          'Hello,',
          'Ada Min invited you to Scholars as an administrator. High schools use Scholars to designate the top ten percent of their junior class.',
          'To respond, sign in with this email address (new@office.example.org):\nhttp://localhost:3000/login',
          'If you already have an account, accept or decline the invite on your dashboard. Otherwise, create an account to accept it. The invite expires on Dec 5, 2026, 12:00 PM AKST.',
          "You don't need a password. To sign in, you enter a six-digit code that we email you.",
          "If you didn't expect this email, you can ignore it. Questions? Email scholars@example.org.\nScholars",
        ].join('\n\n'),
      },
    ]);
    const events = await storedRows(rest.orm, EventEntity, ['kind', 'subjectType', 'subjectId', 'changes']);
    expect(events).toEqual([
      {
        kind: 'invite.created',
        subjectType: 'INVITE',
        subjectId: invite.id,
        changes: { email: 'new@office.example.org', flags: ['ADMIN'] },
      },
    ]);
  });

  it('refuses an address with an account, deleted or not, or an open invite, and all but one of ten concurrent requests', async () => {
    const admin = await asAdmin();
    const user = await makeUser(rest.orm);
    const deleted = await makeUser(rest.orm, { flags: ['DELETED'] });
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => admin.post('/api/users/invites', { email: 'x@y.example.org' })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(9).fill(409)]);
    const expected = {
      'X@Y.example.org': 'x@y.example.org has already been invited.',
      [user.email]: `${user.email} already has an account.`,
      [deleted.email]: 'This account has been deleted.',
    };
    for (const [email, message] of Object.entries(expected)) {
      expect((await admin.post('/api/users/invites', { email })).body).toEqual(conflict(message));
    }
    expect(await rest.orm.em.fork().count(OutboxMailEntity)).toBe(1);
  });

  it("can't grant the DELETED flag, and returns an error", async () => {
    const admin = await asAdmin();
    const response = await admin.post('/api/users/invites', {
      email: 'x',
      flags: ['DELETED'],
      highSchoolId: UNKNOWN_ID,
    });
    expect([response.status, response.body]).toEqual([
      400,
      invalid(
        [['email'], 'Enter an email address like name@example.org.'],
        [['flags', 0], 'The only flag an invite can have is ADMIN.'],
        [[], 'Unknown field: highSchoolId.'],
      ),
    ]);
  });
});

describe('GET users/invites', () => {
  it('lists every open invite by address, with the schools it invites to, in as many statements as one', async () => {
    const admin = await asAdmin();
    const [birch, aurora] = [
      await makeSchool(rest.orm, { name: 'Birch High' }),
      await makeSchool(rest.orm, { name: 'Aurora High' }),
    ];
    const b = await makeInvite(rest.orm, {
      email: 'b@x.example.org',
      schools: [{ highSchoolId: birch.id, position: 'PRINCIPAL' }, { highSchoolId: aurora.id }],
    });
    const one = await rest.countStatements(() => admin.get('/api/users/invites'));
    await makeInvite(rest.orm, { email: 'a@x.example.org', flags: ['ADMIN'] });
    await makeInvite(rest.orm, { email: 'c@x.example.org' });
    expect(await rest.countStatements(() => admin.get('/api/users/invites'))).toBe(one);
    const list = (await admin.get('/api/users/invites')).read(UserInviteResponseSchema.array());
    expect(list.map(({ email, flags }) => [email, flags])).toEqual([
      ['a@x.example.org', ['ADMIN']],
      ['b@x.example.org', []],
      ['c@x.example.org', []],
    ]);
    expect(list[1]?.staffInvites[1]).toEqual({
      id: b.staffInviteIds[0],
      highSchoolId: birch.id,
      userInviteId: b.id,
      position: 'PRINCIPAL',
      highSchool: { id: birch.id, name: 'Birch High' },
      expiresAt: '2999-12-31T00:00:00.000Z',
      createdAt: '2026-09-01T17:00:00.000Z',
      updatedAt: '2026-09-01T17:00:00.000Z',
    });
    expect(list[1]?.staffInvites.map(({ highSchool }) => highSchool.name)).toEqual([
      'Aurora High',
      'Birch High',
    ]);
    const page = await admin.get('/api/users/invites?limit=1&direction=asc');
    expect(page.read(UserInviteResponseSchema.array())[0]?.email).toBe('c@x.example.org');
    expect(page.headers.get('X-Total-Count')).toBe('3');
  });
});

describe('DELETE users/invites/{id}', () => {
  it('removes the invite with its staff invites, and records events for the schools', async () => {
    const admin = await asAdmin();
    const school = await makeSchool(rest.orm);
    const invite = await makeInvite(rest.orm, {
      email: 'a@x.example.org',
      schools: [{ highSchoolId: school.id }],
    });
    expect((await admin.delete(`/api/users/invites/${invite.id}`)).status).toBe(204);
    const left = await snapshotOfRows(rest.orm, [UserInviteEntity, HighSchoolStaffInviteEntity]);
    expect(left).toEqual([[], []]);
    const events = await storedRows(rest.orm, EventEntity, ['kind', 'subjectId', 'changes'], {
      orderBy: { kind: 'asc' },
    });
    expect(events).toEqual([
      { kind: 'invite.removed', subjectId: invite.id, changes: { email: 'a@x.example.org' } },
      { kind: 'staff.inviteRemoved', subjectId: school.id, changes: { email: 'a@x.example.org' } },
    ]);
    expect((await admin.delete(`/api/users/invites/${invite.id}`)).body).toEqual(NOT_FOUND);
  });
});

it("user invites are for administrators: others can't see, create, or remove them", async () => {
  const school = await makeSchool(rest.orm);
  const invite = await makeInvite(rest.orm, { schools: [{ highSchoolId: school.id }] });
  const staff = await rest.as((await makeCounselor(rest.orm, [school.id])).user.id);
  const anonymous = await rest.as(null);
  for (const [client, expected] of [
    [staff, FORBIDDEN],
    [anonymous, UNAUTHORIZED],
  ] as const) {
    for (const response of [
      await client.get('/api/users/invites'),
      await client.post('/api/users/invites', { email: 'x@y.example.org', flags: ['ADMIN'] }),
      await client.delete(`/api/users/invites/${invite.id}`),
    ]) {
      expect([response.status, response.body]).toEqual([expected.statusCode, expected]);
    }
  }
  expect(await storedRows(rest.orm, UserInviteEntity, ['email'])).toEqual([{ email: invite.email }]);
});
