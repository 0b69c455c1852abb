import { beforeEach, describe, expect, it, afterAll, beforeAll } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeUser, type MadeUser, makeInvite } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows, type WatchedRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const ADA = ['--first', 'Ada', '--last', 'Lovelace', '--phone', '9075550123'];

describe('laurel users create', () => {
  const database = useDatabase();
  let orm: Orm;
  beforeAll(async () => {
    orm = await openOrm(database.url);
  });
  afterAll(() => orm.close(true));
  const create = (...args: string[]) =>
    callLaurel(database.url, ['users', 'create', ...args], { env: { NODE_ENV: 'production' } });

  it('creates an administrator, with an event of the CLI channel', async () => {
    expect(await create('Ada@Example.org', ...ADA, '--admin')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Created Ada Lovelace <ada@example.org> as an administrator.\n',
    });
    const fields = ['id', 'firstName', 'lastName', 'phone', 'flags'] as const;
    const users = await storedRows(orm, UserAccountEntity, fields, { where: { email: 'ada@example.org' } });
    const id = users[0]?.id ?? '';
    const details = { firstName: 'Ada', lastName: 'Lovelace', phone: '(907) 555-0123', flags: ['ADMIN'] };
    expect(users).toEqual([{ id, ...details }]);
    expect(
      await storedRows(orm, EventEntity, ['kind', 'channel', 'actor', 'changes'], {
        where: { subjectId: id },
      }),
    ).toEqual([
      {
        ...{ kind: 'user.created', channel: 'CLI', actor: null },
        changes: { flags: { from: [], to: ['ADMIN'] } },
      },
    ]);
  });

  it('rejects an address that has an account, and changes nothing', async () => {
    await makeUser(orm, {
      ...{ firstName: 'Bo', lastName: 'Berg', email: 'bo@example.org', phone: '(907) 555-0100' },
    });
    expect(await create('BO@example.org', ...ADA, '--admin')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is already an account with the email bo@example.org.\n',
    });
    const bo = ['--first', 'Bo', '--last', 'Berg', '--phone', '9075550100'];
    expect(await create('BO@example.org', ...bo)).toEqual({
      ...{ code: 3, stdout: '' },
      stderr: 'Bo Berg <bo@example.org> already has an account with these details.\n',
    });
    const where = { email: 'bo@example.org' };
    expect(await storedRows(orm, UserAccountEntity, ['firstName', 'flags'], { where })).toEqual([
      { firstName: 'Bo', flags: [] },
    ]);
  });

  it('accepts the open invite of the address', async () => {
    const school = await makeSchool(orm, { name: 'Fir High School' });
    await makeInvite(orm, {
      ...{ email: 'cy@example.org', flags: ['ADMIN'] },
      schools: [{ highSchoolId: school.id, position: 'REGISTRAR' }],
    });
    expect((await create('cy@example.org', ...ADA)).code).toBe(0);
    const where = { email: 'cy@example.org' };
    expect(await storedRows(orm, UserAccountEntity, ['flags'], { where })).toEqual([{ flags: ['ADMIN'] }]);
    expect(await storedRows(orm, HighSchoolStaffEntity, ['position'], { where: { user: where } })).toEqual([
      { position: 'REGISTRAR' },
    ]);
    expect(await orm.em.fork().count(UserInviteEntity)).toBe(0);
  });

  it('reports invalid options, with exit code 2', async () => {
    expect(await create('nobody', '--first', ' ', '--last', 'Berg', '--phone', '12')).toEqual({
      code: 2,
      stdout: '',
      stderr: [
        '--first: First name is required.',
        'EMAIL: Enter an email address like name@example.org.',
        '--phone: Phone number must be in the format (xxx) xxx-xxxx or (xxx) xxx-xxxx, extension xxx...',
        '',
      ].join('\n'),
    });
  });
});

describe('laurel users invite', () => {
  const database = useDatabase('each test');
  const users = (...args: string[]) => callLaurel(database.url, ['users', ...args]);
  let orm: Orm;
  let ada: MadeUser;
  let kim: MadeUser;
  let gone: MadeUser;
  let snapshot: WatchedRows;

  beforeEach(async () => {
    orm = await openOrm(database.url);
    ada = await makeAdmin(orm, { lastName: 'Lovelace', email: 'ada@example.org' });
    kim = await makeUser(orm, { email: 'kim@example.org' });
    gone = await makeUser(orm, { email: 'bo@example.org', flags: ['DELETED'] });
    snapshot = await watchRows(orm);
    return () => orm.close(true);
  });

  it('invites once, in the name of the --as administrator', async () => {
    const line = ['invite', 'New@example.org', '--flag', 'ADMIN', '--as', ada.email];
    expect(await users(...line)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^Invite new@example\.org as an administrator by email\? Add --yes /,
      ) as string,
    });
    expect(await users(...line, '--yes')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Invited new@example.org as an administrator.\n',
    });
    const [invite] = await storedRows(orm, UserInviteEntity, ['id', 'email', 'flags']);
    expect(invite).toMatchObject({ email: 'new@example.org', flags: ['ADMIN'] });
    expect(await storedRows(orm, EventEntity, ['kind', 'channel', 'actor', 'subjectId'])).toEqual([
      { kind: 'invite.created', channel: 'CLI', actor: ada.id, subjectId: invite?.id },
    ]);
    expect(await storedRows(orm, OutboxMailEntity, ['toAddress', 'state'])).toEqual([
      { toAddress: 'new@example.org', state: 'QUEUED' },
    ]);
    expect(await users(...line)).toMatchObject({
      code: 3,
      stderr: 'new@example.org has already been invited.\n',
    });
    expect((await users('invite', 'new@example.org', '--yes')).code).toBe(1);
  });

  it("rejects addresses that can't be invited, and changes nothing", async () => {
    const refused = async (...args: string[]) => {
      const { code, stderr } = await users('invite', ...args, '--yes');
      return [code, stderr.trimEnd()];
    };
    expect(await refused(kim.email)).toEqual([3, 'kim@example.org already has an account.']);
    expect(await refused(kim.email, '--flag', 'ADMIN')).toEqual([
      1,
      'kim@example.org already has an account.',
    ]);
    expect(await refused(gone.email)).toEqual([1, 'This account has been deleted.']);
    expect(await refused('nobody')).toEqual([2, 'EMAIL: Enter an email address like name@example.org.']);
    expect((await refused('new@example.org', '--flag', 'DELETED'))[0]).toBe(2);
    expect(await snapshot.changed()).toEqual([]);
  });
});
