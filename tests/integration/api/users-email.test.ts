import { describe, expect, it } from 'vitest';
import { UserResponseSchema } from '#app/schemas/user.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import {
  conflict,
  FORBIDDEN,
  forbidden,
  invalid,
  NOT_FOUND,
  refused,
  UNAUTHORIZED,
} from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test', mail: true });

const NEEDS_CODE = refused([['emailCode'], 'Request a code for the new address, then enter it here.']);
const WRONG_CODE = {
  ...refused([['emailCode'], 'That code is incorrect or has expired. Request a new one.']),
  message: 'That code is incorrect or has expired. Request a new one.',
};
const TAKEN = conflict('Another account already has this email address. Use a different one.');

const emailOf = async (id: string) =>
  (await rest.orm.em.fork().findOneOrFail(UserAccountEntity, { id })).email;

describe('changing your own email address', () => {
  it('requires the code sent to the new address, keeps this session, ends the others, and emails the old address', async () => {
    const user = await makeUser(rest.orm, {
      firstName: 'Pat',
      lastName: 'Person',
      email: 'old@school.example.org',
    });
    const here = await rest.as(user.id);
    const elsewhere = await rest.as(user.id);
    const codeResponse = await here.post('/api/users/@me/email', { email: 'New@School.example.org' });
    expect([codeResponse.status, codeResponse.body]).toEqual([204, null]);
    const emailCode = await rest.mail.waitForCodeTo('new@school.example.org');
    const changed = await here.patch('/api/users/@me', {
      email: 'NEW@school.example.org',
      emailCode,
      firstName: 'Patty',
    });
    expect(changed.status).toBe(200);
    expect(changed.read(UserResponseSchema)).toMatchObject({
      email: 'new@school.example.org',
      firstName: 'Patty',
      version: 2,
    });
    expect((await here.get('/api/users/@me')).read(UserResponseSchema).email).toBe('new@school.example.org');
    expect((await elsewhere.get('/api/users/@me')).status).toBe(401);
    const notice = await rest.mail.waitForEmailTo('old@school.example.org');
    expect(notice.subject).toBe('Your Scholars email address was changed');
    expect(notice.text.trim()).toBe(
      [
        'Hello Pat Person,',
        'Your Scholars email address was changed from old@school.example.org to new@school.example.org on Nov 21, 2026, 12:00 PM AKST.',
        'From now on, sign in with the new address:\nhttp://localhost:3000/login',
        "If you weren't expecting this change, email scholars@example.org right away.\nScholars",
      ].join('\n\n'),
    );
    expect(rest.mail.emails).toHaveLength(2);
  });

  it("returns 400 without a code, and with an incorrect, used, or another user's code", async () => {
    const user = await makeUser(rest.orm, { email: 'old@school.example.org' });
    const other = await makeUser(rest.orm);
    const client = await rest.as(user.id);
    const email = 'new@school.example.org';
    const without = await client.patch('/api/users/@me', { email });
    expect([without.status, without.body]).toEqual([400, NEEDS_CODE]);
    const early = await client.patch('/api/users/@me', { email, emailCode: '000000' });
    expect([early.status, early.body]).toEqual([400, WRONG_CODE]);
    await client.post('/api/users/@me/email', { email });
    const code = await rest.mail.waitForCodeTo(email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (const [who, body] of [
      [client, { email, emailCode: wrong }],
      [client, { email: 'third@school.example.org', emailCode: code }],
      [await rest.as(other.id), { email, emailCode: code }],
    ] as const) {
      const response = await who.patch('/api/users/@me', body);
      expect([response.status, response.body]).toEqual([400, WRONG_CODE]);
    }
    expect((await client.patch('/api/users/@me', { email, emailCode: code })).status).toBe(200);
    await client.patch('/api/users/@me', { email: 'old@school.example.org', emailCode: code });
    expect(await emailOf(user.id)).toBe(email);
  });

  it("needs no code when administrators change another user's address, but does for their own", async () => {
    const admin = await makeAdmin(rest.orm);
    const user = await makeUser(rest.orm, { email: 'old@school.example.org' });
    const client = await rest.as(admin.id);
    const theirs = await rest.as(user.id);
    const changed = await client.patch(`/api/users/${user.id}`, { email: 'new@school.example.org' });
    expect(changed.read(UserResponseSchema).email).toBe('new@school.example.org');
    expect((await theirs.get('/api/users/@me')).status).toBe(401);
    await rest.mail.waitForEmailTo('old@school.example.org');
    const own = await client.patch(`/api/users/${admin.id}`, { email: 'me@school.example.org' });
    expect([own.status, own.body]).toEqual([400, NEEDS_CODE]);
  });

  it('refuses an address that another account has, without regard to case', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const taken = await makeUser(rest.orm, { email: 'taken@school.example.org' });
    const user = await makeUser(rest.orm, { email: 'old@school.example.org' });
    const byAdmin = await admin.patch(`/api/users/${user.id}`, { email: 'TAKEN@school.example.org' });
    expect([byAdmin.status, byAdmin.body]).toEqual([409, TAKEN]);
    const client = await rest.as(user.id);
    expect((await client.post('/api/users/@me/email', { email: taken.email })).status).toBe(204);
    const emailCode = await rest.mail.waitForCodeTo(taken.email);
    const own = await client.patch('/api/users/@me', { email: taken.email, emailCode });
    expect([own.status, own.body]).toEqual([409, TAKEN]);
    expect((await client.get('/api/users/@me')).read(UserResponseSchema).email).toBe(
      'old@school.example.org',
    );
  });

  it("grants the flags of the new address's invite; its school invites stay open to accept or decline", async () => {
    const admin = await makeAdmin(rest.orm);
    const office = await rest.as(admin.id);
    const schools = [await makeSchool(rest.orm), await makeSchool(rest.orm)];
    const invitedSchools = schools.map(({ id }) => ({ highSchoolId: id }));
    const ids = schools.map(({ id }) => id);
    const invitedTo = (email: string) =>
      makeInvite(rest.orm, { email, flags: ['ADMIN'], schools: invitedSchools });
    const { user } = await makeCounselor(rest.orm, ids.slice(0, 1), { email: 'old@school.example.org' });
    const { user: other } = await makeCounselor(rest.orm, ids.slice(0, 1));
    await invitedTo('new@school.example.org');
    await invitedTo('other@school.example.org');
    const client = await rest.as(user.id);
    await client.post('/api/users/@me/email', { email: 'new@school.example.org' });
    const emailCode = await rest.mail.waitForCodeTo('new@school.example.org');
    const own = await client.patch('/api/users/@me', { email: 'new@school.example.org', emailCode });
    const byAdmin = await office.patch(`/api/users/${other.id}`, { email: 'other@school.example.org' });
    for (const [{ id }, response] of [
      [user, own],
      [other, byAdmin],
    ] as const) {
      expect([response.status, response.read(UserResponseSchema).flags]).toEqual([200, ['ADMIN']]);
      const staff = await storedRows(rest.orm, HighSchoolStaffEntity, ['highSchool', 'position'], {
        where: { user: id },
      });
      expect(staff).toEqual([{ highSchool: ids[0], position: 'COUNSELOR' }]);
      const [event] = await storedRows(rest.orm, EventEntity, ['changes'], {
        where: { kind: 'user.changed', subjectId: id },
      });
      expect(event).toMatchObject({ changes: { flags: { from: [], to: ['ADMIN'] } } });
    }
    const invites = await storedRows(rest.orm, UserInviteEntity, ['flags']);
    expect(invites).toEqual([{ flags: [] }, { flags: [] }]);
    const staffInvites = await storedRows(rest.orm, HighSchoolStaffInviteEntity, ['highSchool']);
    expect(staffInvites).toEqual([{ highSchool: ids[1] }, { highSchool: ids[1] }]);
    const removed = await storedRows(rest.orm, EventEntity, ['subjectId', 'changes'], {
      where: { kind: 'staff.inviteRemoved' },
      orderBy: { at: 'asc' },
    });
    expect(removed).toEqual([
      { subjectId: ids[0], changes: { email: 'new@school.example.org' } },
      { subjectId: ids[0], changes: { email: 'other@school.example.org' } },
    ]);
    expect((await client.get('/api/users')).status).toBe(200);
  });

  it('gives a deleted account no invited address', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const deleted = await makeUser(rest.orm, { flags: ['DELETED'] });
    const invite = await makeInvite(rest.orm, { email: 'new@school.example.org' });
    const response = await admin.patch(`/api/users/${deleted.id}`, { email: invite.email });
    expect([response.status, response.body]).toEqual([
      409,
      conflict("new@school.example.org has a pending invite, so a deleted account can't use this address."),
    ]);
    expect(await storedRows(rest.orm, UserInviteEntity, ['id'])).toEqual([{ id: invite.id }]);
    expect(await emailOf(deleted.id)).toBe(deleted.email);
  });

  it('lets only one of two accounts take the same new address', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const users = [await makeUser(rest.orm), await makeUser(rest.orm), await makeUser(rest.orm)];
    const responses = await Promise.all(
      users.map(({ id }) => admin.patch(`/api/users/${id}`, { email: 'new@school.example.org' })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});

describe('POST users/{id}/email', () => {
  it('is only for your own account', async () => {
    const school = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const colleague = await rest.as((await makeCounselor(rest.orm, [school.id])).user.id);
    const stranger = await rest.as((await makeUser(rest.orm)).id);
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const path = `/api/users/${user.id}/email`;
    const body = { email: 'new@school.example.org' };
    const byColleague = await colleague.post(path, body);
    expect([byColleague.status, byColleague.body]).toEqual([403, FORBIDDEN]);
    const byStranger = await stranger.post(path, body);
    expect([byStranger.status, byStranger.body]).toEqual([404, NOT_FOUND]);
    const byAdmin = await admin.post(path, body);
    expect([byAdmin.status, byAdmin.body]).toEqual([
      403,
      forbidden('A code is only needed to change your own email address.'),
    ]);
    const byAnonymous = await (await rest.as(null)).post('/api/users/@me/email', body);
    expect([byAnonymous.status, byAnonymous.body]).toEqual([401, UNAUTHORIZED]);
    const bad = await (await rest.as(user.id)).post(path, { email: 'new@', code: 1 });
    expect([bad.status, bad.body]).toEqual([
      400,
      invalid([['email'], 'Enter an email address like name@example.org.'], [[], 'Unknown field: code.']),
    ]);
    expect(rest.mail.emails).toEqual([]);
  });
});
