import { beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeStaff, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows, type WatchedRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel, type Terminal } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let aurora: MadeSchool;
let ada: MadeUser;
let kim: MadeUser;
let deleted: MadeUser;
let snapshot: WatchedRows;

beforeEach(async () => {
  orm = await database.openOrm();
  aurora = await makeSchool(orm, { name: 'Aurora High School', bannerCode: 'AUR' });
  ada = await makeAdmin(orm, { lastName: 'Lovelace', email: 'ada@example.org' });
  kim = await makeUser(orm, {
    ...{ id: 'c0000000-0000-4000-8000-000000000003', firstName: 'Kim', lastName: 'Lee' },
    ...{ email: 'kim@example.org', phone: '(907) 555-0141' },
  });
  deleted = await makeUser(orm, {
    ...{ firstName: 'Bo', lastName: 'Berg', email: 'bo@example.org', flags: ['ADMIN', 'DELETED'] },
  });
  await makeStaff(orm, { highSchoolId: aurora.id, userId: kim.id });
  snapshot = await watchRows(orm);
});

const users = (...args: string[]) => callLaurel(database.url, ['users', ...args]);
const atTerminal = (terminal: Terminal, ...args: string[]) =>
  callLaurel(database.url, ['users', ...args], terminal);
const listed = async (...args: string[]) => {
  const { stdout } = await users('list', '--format', 'json', ...args);
  return (JSON.parse(stdout) as { firstName: string }[]).map(({ firstName }) => firstName);
};
const signIn = (user: MadeUser) =>
  startSession(makeCtx({ orm, now: () => new Date() }), {
    owner: { userId: user.id },
    client: { clientAddress: '192.0.2.1', userAgent: null },
  });
const sessions = () => storedRows(orm, SessionEntity, ['user']);
const flagsOf = async ({ id }: MadeUser) => {
  const [row] = await storedRows(orm, UserAccountEntity, ['flags'], { where: { id } });
  return row?.flags;
};
const positions = () => storedRows(orm, HighSchoolStaffEntity, ['user']);

describe('laurel users list', () => {
  it("finds the staff of schools by part of the school's name", async () => {
    expect(await listed('--high-school-name', 'rora')).toEqual(['Kim']);
    expect(await listed('--high-school-name', 'none')).toEqual([]);
  });

  it('accepts every filter of the screens and REST calls, with schools by name', async () => {
    expect(await listed()).toEqual(['Kim', 'Ada', 'Bo']);
    expect(await listed('--no-deleted')).toEqual(['Kim', 'Ada']);
    expect(await listed('--deleted')).toEqual(['Bo']);
    expect(await listed('--flags', 'ADMIN')).toEqual(['Ada', 'Bo']);
    expect(await listed('--first-name', 'ki')).toEqual(['Kim']);
    expect(await listed('--last-name', 'lovelace')).toEqual(['Ada']);
    expect(await listed('--name', 'Kim Lee')).toEqual(['Kim']);
    expect(await listed('--email', 'BO@')).toEqual(['Bo']);
    expect(await listed('--phone', '5550141')).toEqual(['Kim']);
    expect(await listed('--high-school', 'aur', aurora.id)).toEqual(['Kim']);
    expect(await listed('--sort', 'email', '--direction', 'asc')).toEqual(['Kim', 'Ada', 'Bo']);
    expect(await listed('--limit', '1', '--offset', '1')).toEqual(['Ada']);
    expect((await users('list', '--high-school', 'Nowhere High')).code).toBe(1);
    expect((await users('list', '--limit', 'all')).stderr).toMatch(/^--limit: /);
  });

  it('lists the candidates for an ambiguous school', async () => {
    await makeSchool(orm, { name: aurora.name, bannerCode: 'AUR2' });
    const { code, stderr } = await users('list', '--high-school', aurora.name);
    expect(code).toBe(2);
    expect(stderr).toContain('2 schools match Aurora High School. Use one of these IDs:\n');
  });

  it('draws a table within 80 columns', async () => {
    expect((await atTerminal({ columns: 80 }, 'list')).stdout).toMatchInlineSnapshot(`
      "Name          Email            Phone           Flags            Created
      ────────────  ───────────────  ──────────────  ───────────────  ────────────────
      Kim Lee       kim@example.org  (907) 555-0141                   Sep 1, 2026,
                                                                      9:00 AM AKDT
      Ada Lovelace  ada@example.org  (907) 555-0100  Administrator    Sep 1, 2026,
                                                                      9:00 AM AKDT
      Bo Berg       bo@example.org   (907) 555-0100  Administrator,   Sep 1, 2026,
                                                     Deleted          9:00 AM AKDT
      "
    `);
    expect((await atTerminal({ columns: 80 }, 'list', '--name', 'nobody')).stderr).toBe('No users match.\n');
  });
});

describe('laurel users show', () => {
  it('prints one, with the schools', async () => {
    expect((await atTerminal({ columns: 80 }, 'show', 'KIM@example.org')).stdout).toMatchInlineSnapshot(`
      "ID       c0000000-0000-4000-8000-000000000003
      Name     Kim Lee
      Email    kim@example.org
      Phone    (907) 555-0141
      Flags
      Created  Sep 1, 2026, 9:00 AM AKDT
      Updated  Sep 1, 2026, 9:00 AM AKDT
      Schools  Aurora High School (Counselor)
      "
    `);
    const { stdout } = await users('show', kim.email, '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ id: kim.id, email: kim.email, flags: [] },
      highSchools: [{ position: 'COUNSELOR', highSchool: { id: aurora.id, name: aurora.name } }],
    });
    expect(await users('show', 'nobody@example.org')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'No user has the email address or ID nobody@example.org. To see all users, run `laurel users list`.\n',
    });
    const byId = await users('show', kim.id.toUpperCase(), '--format', 'json');
    expect(JSON.parse(byId.stdout)).toMatchObject({ id: kim.id, email: kim.email });
    expect((await users('show', '00000000-0000-4000-8000-000000000009')).code).toBe(1);
  });
});

describe('laurel users flags', () => {
  it('adds and removes flags, with an event', async () => {
    expect(await users('flags', deleted.email, '--remove', 'DELETED', 'ADMIN', '--yes')).toMatchObject({
      code: 0,
      stderr: 'Changed the flags of Bo Berg <bo@example.org> from Administrator, Deleted to none.\n',
    });
    expect(await flagsOf(deleted)).toEqual([]);
    expect((await users('flags', kim.email, '--add', 'ADMIN', '--as', ada.email, '--yes')).code).toBe(0);
    expect(await flagsOf(kim)).toEqual(['ADMIN']);
    expect(
      await storedRows(orm, EventEntity, ['kind', 'channel', 'actor'], { orderBy: { at: 'asc', id: 'asc' } }),
    ).toEqual([
      { kind: 'user.restored', channel: 'CLI', actor: null },
      { kind: 'user.changed', channel: 'CLI', actor: ada.id },
    ]);
  });

  it('does nothing if the flags are the same', async () => {
    expect(await users('flags', ada.email, '--add', 'ADMIN', '--remove', 'DELETED')).toEqual({
      code: 3,
      stdout: '',
      stderr: 'Ada Lovelace <ada@example.org> already has these flags: Administrator.\n',
    });
  });

  it('never removes the last administrator', async () => {
    for (const args of [
      ['--remove', 'ADMIN'],
      ['--add', 'DELETED'],
    ]) {
      const { code, stderr } = await users('flags', ada.email, ...args, '--yes');
      expect(code).toBe(1);
      expect(stderr.split('\n').at(-2)).toBe(
        'This is the last administrator. Make someone else an administrator first.',
      );
    }
    expect((await users('delete', ada.email, '--yes')).code).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
  });

  it('explains a deletion by flag, and does nothing in a dry run or without confirmation', async () => {
    const dry = await users('flags', kim.email, '--add', 'DELETED', '--dry-run');
    expect([dry.code, dry.stderr.split('\n')]).toEqual([
      0,
      [
        'Kim Lee will be removed from the staff of Aurora High School.',
        "Kim Lee isn't signed in anywhere.",
        'To restore the account later (without its positions), run `laurel users flags kim@example.org --remove DELETED`.',
        'Would change the flags of Kim Lee <kim@example.org> from none to Deleted.',
        '',
      ],
    ]);
    expect((await users('flags', kim.email, '--add', 'ADMIN')).code).toBe(2);
    expect((await atTerminal({ answer: '' }, 'flags', kim.email, '--add', 'ADMIN')).code).toBe(1);
    expect((await users('flags', kim.email, '--yes')).code).toBe(2);
    expect((await users('flags', kim.email, '--add', 'OWNER', '--yes')).code).toBe(2);
    expect((await users('flags', kim.email, '--add', 'ADMIN', '--remove', 'ADMIN', '--yes')).code).toBe(2);
    expect(await snapshot.changed()).toEqual([]);
  });
});

describe('laurel users delete', () => {
  it('explains the effects, asks, and ends positions and sessions', async () => {
    await signIn(kim);
    const { code, stderr } = await atTerminal({ answer: 'y' }, 'delete', kim.email);
    expect(code).toBe(0);
    expect(stderr).toContain('Kim Lee will be removed from the staff of Aurora High School.\n');
    expect(stderr).toContain(
      'Kim Lee will be signed out of 1 browser. Unsaved changes there will be lost.\n',
    );
    expect(stderr).toContain('Delete the account of Kim Lee <kim@example.org>? [y/N]');
    expect(await flagsOf(kim)).toEqual(['DELETED']);
    expect([await positions(), await sessions()]).toEqual([[], []]);
    expect(await users('delete', kim.email, '--yes')).toEqual({
      code: 3,
      stdout: '',
      stderr: 'Kim Lee <kim@example.org> has already been deleted.\n',
    });
  });

  it('does nothing in a dry run or without confirmation', async () => {
    await signIn(kim);
    const before = await snapshot.digests();
    expect((await users('delete', kim.email, '--dry-run')).stderr).toContain(
      'Would delete Kim Lee <kim@example.org>.\n',
    );
    expect((await users('delete', kim.email)).code).toBe(2);
    expect((await atTerminal({ answer: 'no' }, 'delete', kim.email)).code).toBe(1);
    expect([await snapshot.changed(before), await sessions()]).toEqual([[], [{ user: kim.id }]]);
  });
});

describe('laurel users merge', () => {
  it('describes the effects, asks, and merges', async () => {
    const old = await makeUser(orm, { firstName: 'Kim', lastName: 'Lee', email: 'kim@old.example.org' });
    await makeStaff(orm, { highSchoolId: aurora.id, userId: old.id, position: 'PRINCIPAL' });
    const args = ['merge', old.email, kim.email];
    const trial = await users(...args, '--dry-run');
    expect(trial.stderr).toContain(
      'The person will sign in as kim@example.org. kim@old.example.org can no longer sign in.\n',
    );
    expect(trial.stderr).toContain(
      "We'll email both addresses and the staff of kim@old.example.org's schools.\n",
    );
    expect(trial.stderr).toContain(
      'Would merge Kim Lee <kim@old.example.org> into Kim Lee <kim@example.org>.',
    );
    expect(await positions()).toHaveLength(2);
    const question = atTerminal({ answer: '' }, ...args);
    expect((await question).stderr).toContain("This can't be undone.");
    expect((await users(...args, '--yes')).stderr).toContain('\nMerged Kim Lee <kim@old.example.org> into');
    expect(await positions()).toEqual([{ user: kim.id }]);
    expect((await users('show', old.email)).stdout).toContain('Kim Lee <kim@example.org>');
    expect(await users(...args, '--yes')).toMatchObject({ code: 3 });
  });

  it('refuses administrators', async () => {
    const { code, stderr } = await users('merge', ada.email, kim.email, '--yes');
    expect([code, stderr]).toEqual([1, expect.stringContaining('is an administrator')]);
    expect(await flagsOf(ada)).toEqual(['ADMIN']);
  });
});
