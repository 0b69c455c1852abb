import { describe, expect, it } from 'vitest';
import { UserResponseSchema } from '#app/schemas/user.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import {
  conflict,
  FORBIDDEN,
  forbidden,
  invalid,
  UNKNOWN_ID,
  NOT_FOUND,
  refused,
  VERSION_CONFLICT,
  UNAUTHORIZED,
} from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });
const LAST_ADMIN = conflict('This is the last administrator. Make someone else an administrator first.');

const em = () => rest.orm.em.fork();
const timeline = () =>
  storedRows(rest.orm, EventEntity, ['kind', 'subjectType', 'subjectId', 'changes'], {
    orderBy: { at: 'asc', kind: 'asc' },
  });
const flagsOf = async (id: string) => (await em().findOneOrFail(UserAccountEntity, { id })).flags;

describe('PATCH users/{id}', () => {
  it('lets people change their own names and phone, as @me or by ID', async () => {
    const user = await makeUser(rest.orm);
    const client = await rest.as(user.id);
    const own = await client.patch('/api/users/@me', {
      firstName: ' Patricia ',
      lastName: 'Pérez',
      phone: '(907) 555-0198, extension 4',
    });
    expect(own.status).toBe(200);
    expect(own.headers.get('ETag')).toBe('"2"');
    expect(own.body).toEqual({
      id: user.id,
      firstName: 'Patricia',
      lastName: 'Pérez',
      email: user.email,
      phone: '(907) 555-0198, extension 4',
      flags: [],
      mergedIntoId: null,
      version: 2,
      createdAt: '2026-09-01T17:00:00.000Z',
      updatedAt: '2026-11-21T21:00:00.000Z',
    });
    expect((await client.get(`/api/users/${user.id}`)).body).toEqual(own.body);
    expect(await timeline()).toEqual([
      {
        kind: 'user.changed',
        subjectType: 'USER',
        subjectId: user.id,
        changes: {
          firstName: { from: 'Pat', to: 'Patricia' },
          lastName: { from: user.lastName, to: 'Pérez' },
          phone: { from: '(907) 555-0100', to: '(907) 555-0198, extension 4' },
        },
      },
    ]);
  });

  it('ignores read-only fields, and keeps version and timeline if nothing changes', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const { body } = await admin.get('/api/users/@me');
    for (const same of [body, {}, { emailCode: '123456' }]) {
      const response = await admin.patch('/api/users/@me', same);
      expect([response.status, response.body]).toEqual([200, body]);
    }
    expect(await timeline()).toEqual([]);
  });

  it('returns an error for each invalid field', async () => {
    const client = await rest.as((await makeUser(rest.orm)).id);
    const response = await client.patch('/api/users/@me', {
      firstName: 'x'.repeat(101),
      lastName: 'a\u0000b',
      email: 'me',
      emailCode: '12',
      phone: '',
      flags: ['OWNER'],
      highSchools: [],
    });
    expect([response.status, response.body]).toEqual([
      400,
      invalid(
        [['firstName'], 'Must be at most 100 characters.'],
        [['lastName'], 'This contains hidden characters. Type it instead of pasting it.'],
        [['email'], 'Enter an email address like name@example.org.'],
        [['emailCode'], 'Enter the 6-digit code.'],
        [['phone'], 'Phone is required.'],
        [['flags', 0], 'Must be one of: ADMIN, DELETED.'],
        [[], 'Unknown field: highSchools.'],
      ),
    ]);
  });

  it('requires a first or last name', async () => {
    const client = await rest.as((await makeUser(rest.orm)).id);
    const one = await client.patch('/api/users/@me', { firstName: '' });
    expect([one.status, one.read(UserResponseSchema).firstName]).toEqual([200, '']);
    const none = await client.patch('/api/users/@me', { lastName: ' ' });
    expect([none.status, none.body]).toEqual([
      400,
      refused([['firstName'], 'Enter a first name or a last name.']),
    ]);
  });

  it('is read-only for colleagues, returns 404 to strangers, and 401 without a session', async () => {
    const school = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const colleague = await rest.as((await makeCounselor(rest.orm, [school.id])).user.id);
    const stranger = await rest.as((await makeUser(rest.orm)).id);
    const body = { firstName: 'Mallory' };
    const byColleague = await colleague.patch(`/api/users/${user.id}`, body);
    expect([byColleague.status, byColleague.body]).toEqual([403, FORBIDDEN]);
    for (const id of [user.id, UNKNOWN_ID]) {
      const byStranger = await stranger.patch(`/api/users/${id}`, body);
      expect([byStranger.status, byStranger.body]).toEqual([404, NOT_FOUND]);
    }
    const byAnonymous = await (await rest.as(null)).patch(`/api/users/${user.id}`, body);
    expect([byAnonymous.status, byAnonymous.body]).toEqual([401, UNAUTHORIZED]);
    expect(await em().count(UserAccountEntity, { firstName: 'Mallory' })).toBe(0);
  });

  it('returns 412 for an older version', async () => {
    const client = await rest.as((await makeUser(rest.orm)).id);
    const first = await client.patch('/api/users/@me', { firstName: 'One' }, { 'If-Match': '"1"' });
    expect(first.status).toBe(200);
    const stale = await client.patch('/api/users/@me', { firstName: 'Two' }, { 'If-Match': '"1"' });
    expect([stale.status, stale.body]).toEqual([412, VERSION_CONFLICT]);
    expect((await client.get('/api/users/@me')).read(UserResponseSchema).firstName).toBe('One');
  });
});

describe('flags', () => {
  it('can be changed only by administrators', async () => {
    const user = await makeUser(rest.orm);
    const client = await rest.as(user.id);
    for (const flags of [['ADMIN'], ['DELETED'], []]) {
      const response = await client.patch('/api/users/@me', { flags, firstName: 'Mallory' });
      expect([response.status, response.body]).toEqual([
        403,
        forbidden('Only administrators may change flags.'),
      ]);
    }
    const accounts = await storedRows(rest.orm, UserAccountEntity, ['firstName', 'flags']);
    expect(accounts).toEqual([{ firstName: 'Pat', flags: [] }]);
  });

  it('grant and remove administrator rights', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const user = await makeUser(rest.orm);
    const made = await admin.patch(`/api/users/${user.id}`, { flags: ['ADMIN', 'ADMIN'] });
    expect(made.read(UserResponseSchema).flags).toEqual(['ADMIN']);
    const unmade = await admin.patch(`/api/users/${user.id}`, { flags: [] });
    expect(unmade.read(UserResponseSchema)).toMatchObject({ flags: [], version: 3 });
    expect(await timeline()).toMatchObject([
      { kind: 'user.changed', changes: { flags: { from: [], to: ['ADMIN'] } } },
      { kind: 'user.changed', changes: { flags: { from: ['ADMIN'], to: [] } } },
    ]);
  });

  it('end positions and sessions if DELETED is added; removing it restores only the account', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const schools = [await makeSchool(rest.orm), await makeSchool(rest.orm)];
    const { user } = await makeCounselor(
      rest.orm,
      schools.map(({ id }) => id),
    );
    const colleague = (await makeCounselor(rest.orm, [schools[0]?.id ?? ''])).user;
    const client = await rest.as(user.id);
    const theirs = await rest.as(colleague.id);
    expect((await client.get('/api/users/@me')).status).toBe(200);
    const deleted = await admin.patch(`/api/users/${user.id}`, { flags: ['DELETED'] });
    expect(deleted.read(UserResponseSchema).flags).toEqual(['DELETED']);
    expect((await client.get('/api/users/@me')).status).toBe(401);
    expect((await theirs.get('/api/users/@me')).status).toBe(200);
    const staff = await storedRows(rest.orm, HighSchoolStaffEntity, ['user']);
    expect(staff).toEqual([{ user: colleague.id }]);
    const restored = await admin.patch(`/api/users/${user.id}`, { flags: [] });
    expect(restored.read(UserResponseSchema).flags).toEqual([]);
    expect((await client.get('/api/users/@me')).status).toBe(401);
    const again = await rest.as(user.id);
    expect((await again.get('/api/users/@me/highschools')).body).toEqual([]);
    expect((await timeline()).map(({ kind, subjectType }) => [kind, subjectType])).toEqual([
      ['staff.removed', 'HIGH_SCHOOL'],
      ['staff.removed', 'HIGH_SCHOOL'],
      ['user.deleted', 'USER'],
      ['user.restored', 'USER'],
    ]);
  });

  it('cannot be taken from the last administrator, nor can that account be deleted', async () => {
    const only = await makeAdmin(rest.orm);
    await makeAdmin(rest.orm, { flags: ['ADMIN', 'DELETED'] });
    const client = await rest.as(only.id);
    for (const flags of [[], ['DELETED'], ['ADMIN', 'DELETED']]) {
      const response = await client.patch(`/api/users/${only.id}`, { flags });
      expect([response.status, response.body]).toEqual([409, LAST_ADMIN]);
    }
    expect(await flagsOf(only.id)).toEqual(['ADMIN']);
    expect((await client.get('/api/users/@me')).status).toBe(200);
  });

  it('keep one administrator when two remove each other concurrently', async () => {
    for (const [round, flags] of [[], ['DELETED'], [], ['ADMIN', 'DELETED']].entries()) {
      await em().nativeUpdate(UserAccountEntity, {}, { flags: [] });
      const [one, two] = [await makeAdmin(rest.orm), await makeAdmin(rest.orm)];
      const responses = await Promise.all([
        (await rest.as(one.id)).patch(`/api/users/${two.id}`, { flags }),
        (await rest.as(two.id)).patch(`/api/users/${one.id}`, { flags }),
      ]);
      const [refused, ...others] = responses.flatMap(({ status }) => (status === 200 ? [] : [status]));
      expect([round, others]).toEqual([round, []]);
      // Deleted accounts are signed out. For a former administrator, the status depends on the order of the requests.
      expect(flags.includes('DELETED') ? [401] : [403, 404]).toContain(refused);
      const left = (await storedRows(rest.orm, UserAccountEntity, ['flags'])).filter(
        (account) => account.flags.includes('ADMIN') && !account.flags.includes('DELETED'),
      );
      expect(left).toHaveLength(1);
    }
  });
});
