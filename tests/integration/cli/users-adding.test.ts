import { beforeEach, describe, expect, it } from 'vitest';
import { openOrm } from '#db/orm.server.ts';
import { makeAdmin, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { queryRows, runStatements } from '#tests/support/database-admin.server.ts';
import { snapshotRows, type RowSnapshot } from '#tests/support/row-snapshot.server.ts';
import { callLaurel } from './call-laurel.ts';
import { runLaurel } from './run-laurel.ts';

const ADA = ['--first', 'Ada', '--last', 'Lovelace', '--phone', '9075550123'];

describe('laurel users create', () => {
  const database = useDatabase();
  const create = (...args: string[]) =>
    runLaurel(['users', 'create', ...args], { NODE_ENV: 'production', DATABASE_URL: database.url });

  it('creates an administrator, with an event of the CLI channel', async () => {
    expect(await create('Ada@Example.org', ...ADA, '--admin')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Created Ada Lovelace <ada@example.org> as an administrator.\n',
    });
    const rows = await queryRows(
      database.url,
      `select u.first_name, u.last_name, u.phone, u.flags, e.kind, e.channel, e.actor_id, e.changes
         from user_account u join event e on e.subject_id = u.id where u.email = 'ada@example.org'`,
    );
    expect(rows).toEqual([
      {
        first_name: 'Ada',
        last_name: 'Lovelace',
        phone: '(907) 555-0123',
        flags: ['ADMIN'],
        kind: 'user.created',
        channel: 'CLI',
        actor_id: null,
        changes: { flags: { from: [], to: ['ADMIN'] } },
      },
    ]);
  });

  it('rejects an address that has an account, and changes nothing', async () => {
    await runStatements(database.url, [
      `insert into user_account (id, first_name, last_name, email, phone, created_at, updated_at)
       values (gen_random_uuid(), 'Bo', 'Berg', 'bo@example.org', '(907) 555-0100', now(), now())`,
    ]);
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
    const rows = await queryRows(
      database.url,
      `select first_name, flags from user_account where email = 'bo@example.org'`,
    );
    expect(rows).toEqual([{ first_name: 'Bo', flags: [] }]);
  });

  it('accepts the open invite of the address', async () => {
    await runStatements(database.url, [
      `insert into high_school (id, name, phone, address_id, created_at, updated_at)
       values ('00000000-0000-4000-8000-000000000001', 'Fir High School', '(907) 555-0101', gen_random_uuid(), now(), now())`,
      `insert into user_invite (id, email, flags, expires_at, created_at, updated_at)
       values ('00000000-0000-4000-8000-000000000002', 'cy@example.org', '{ADMIN}', now() + interval '1 day', now(), now())`,
      `insert into high_school_staff_invite (id, high_school_id, user_invite_id, position, expires_at, created_at, updated_at)
       values (gen_random_uuid(), '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002',
               'REGISTRAR', now() + interval '1 day', now(), now())`,
    ]);
    expect((await create('cy@example.org', ...ADA)).code).toBe(0);
    const rows = await queryRows(
      database.url,
      `select u.flags, s.position, (select count(*)::int from user_invite) as invites
         from user_account u join high_school_staff s on s.user_id = u.id where u.email = 'cy@example.org'`,
    );
    expect(rows).toEqual([{ flags: ['ADMIN'], position: 'REGISTRAR', invites: 0 }]);
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
  let ada: MadeUser;
  let kim: MadeUser;
  let gone: MadeUser;
  let snapshot: RowSnapshot;

  beforeEach(async () => {
    const orm = await openOrm(database.url);
    ada = await makeAdmin(orm, { lastName: 'Lovelace', email: 'ada@example.org' });
    kim = await makeUser(orm, { email: 'kim@example.org' });
    gone = await makeUser(orm, { email: 'bo@example.org', flags: ['DELETED'] });
    snapshot = await snapshotRows(orm);
    return () => orm.close(true);
  });

  it('invites once, in the name of the --as administrator', async () => {
    const invite = ['invite', 'New@example.org', '--flag', 'ADMIN', '--as', ada.email];
    expect(await users(...invite)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^Invite new@example\.org as an administrator by email\? Add --yes /,
      ) as string,
    });
    expect(await users(...invite, '--yes')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Invited new@example.org as an administrator.\n',
    });
    expect(
      await queryRows(
        database.url,
        `select i.email, i.flags, e.kind, e.channel, e.actor_id, m.to_address, m.state
           from user_invite i join event e on e.subject_id = i.id join outbox_mail m on m.to_address = i.email`,
      ),
    ).toEqual([
      {
        ...{ email: 'new@example.org', flags: ['ADMIN'], kind: 'invite.created', channel: 'CLI' },
        ...{ actor_id: ada.id, to_address: 'new@example.org', state: 'QUEUED' },
      },
    ]);
    expect(await users(...invite)).toMatchObject({
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
