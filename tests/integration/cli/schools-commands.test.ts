import { beforeEach, describe, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import type { Orm } from '#db/orm.server.ts';
import { type MadeSchool, makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeAdmin, makeCounselor, makeInvite } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows, type WatchedRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let aurora: MadeSchool;
let birch: MadeSchool;
let snapshot: WatchedRows;

beforeEach(async () => {
  orm = await database.openOrm();
  aurora = await makeSchool(orm, {
    ...{ id: 'a0000000-0000-4000-8000-000000000001', name: 'Aurora High School', bannerCode: 'AUR' },
    ...{ phone: '(907) 555-0111', fax: '(907) 555-0112', notes: 'Moves in May.', salesforceId: 'SF1' },
  });
  birch = await makeSchool(orm, {
    ...{ id: 'b0000000-0000-4000-8000-000000000002', name: 'Birch High School', bannerCode: '' },
    ...{ phone: '(907) 555-0121', status: 'INACTIVE', salesforceId: '' },
  });
  snapshot = await watchRows(orm);
});

const schools = (...args: string[]) => callLaurel(database.url, ['schools', ...args]);
const listed = async (...args: string[]) => {
  const { stdout } = await schools('list', '--format', 'json', ...args);
  return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
};
const statuses = async () => {
  const rows = await storedRows(orm, HighSchoolEntity, ['status'], { orderBy: { name: 'asc' } });
  return rows.map(({ status }) => status);
};

describe('laurel schools list', () => {
  it('accepts every filter of the screens and REST calls', async () => {
    const [one, other] = [[aurora.name], [birch.name]];
    expect(await listed()).toEqual([...one, ...other]);
    expect(await listed('--name', 'birch')).toEqual(other);
    expect(await listed('--phone', '5550111')).toEqual(one);
    expect(await listed('--fax', '0112')).toEqual(one);
    expect(await listed('--notes', 'may')).toEqual(one);
    expect(await listed('--banner-code', 'aur')).toEqual(one);
    expect(await listed('--status', 'INACTIVE')).toEqual(other);
    expect(await listed('--status', 'ACTIVE', 'INACTIVE', '--name', 'aurora')).toEqual(one);
    expect(await listed('--sort', 'phone', '--direction', 'asc')).toEqual([...other, ...one]);
    expect(await listed('--limit', '1', '--offset', '1')).toEqual(other);
    expect(await listed('--limit', '1000')).toEqual([...one, ...other]);
  });

  it('prints a table within 80 columns, with the number of approved designations', async () => {
    const { user } = await makeCounselor(orm, [aurora.id]);
    const year = await makeYear(orm);
    await makeDesignation(orm, {
      ...{ academicYearId: year.id, highSchoolId: aurora.id },
      ...{ submittedById: user.id, status: 'APPROVED' },
    });
    const { stdout } = await callLaurel(database.url, ['schools', 'list'], { columns: 80 });
    expect(stdout).toMatchInlineSnapshot(`
      "Name                Status    Phone           Banner code  Approved
        ID
      ──────────────────  ────────  ──────────────  ───────────  ────────
      Aurora High School  Active    (907) 555-0111  AUR                 1
        a0000000-0000-4000-8000-000000000001
      Birch High School   Inactive  (907) 555-0121                      0
        b0000000-0000-4000-8000-000000000002
      "
    `);
    expect((await schools('list')).stdout.split('\r\n')[1]).toBe(
      `Aurora High School,Active,(907) 555-0111,AUR,1,${aurora.id}`,
    );
  });

  it('reports an empty list, and names the option of each invalid value', async () => {
    expect(await callLaurel(database.url, ['schools', 'list', '--name', 'fir'], { columns: 80 })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No high schools match.\n',
    });
    expect((await schools('list', '--status', 'CLOSED')).code).toBe(2);
    expect(await schools('list', '--limit', '0')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--limit: /) as string,
    });
  });
});

describe('laurel schools show', () => {
  it('prints one by its ID, banner code, or name, with its staff and invites', async () => {
    await makeCounselor(orm, [aurora.id], { lastName: 'Kim', email: 'pat.kim@example.org' });
    await makeInvite(orm, { email: 'new@example.org', schools: [{ highSchoolId: aurora.id }] });
    const { stdout } = await callLaurel(database.url, ['schools', 'show', 'aur'], { columns: 80 });
    expect(stdout).toMatchInlineSnapshot(`
      "ID             a0000000-0000-4000-8000-000000000001
      Name           Aurora High School
      Status         Active
      Phone          (907) 555-0111
      Fax            (907) 555-0112
      Address        1 School Road, Juneau, AK 99801
      Banner code    AUR
      Salesforce ID  SF1
      Notes          Moves in May.
      Staff          Pat Kim <pat.kim@example.org> (Counselor)
      Invited        new@example.org (Staff)
      Updated        Sep 1, 2026, 9:00 AM AKDT
      "
    `);
    for (const reference of [aurora.id, 'aurora high school']) {
      const { code, stdout: json } = await schools('show', reference, '--format', 'json');
      expect(code).toBe(0);
      expect(JSON.parse(json)).toMatchObject({
        ...{ id: aurora.id, status: 'ACTIVE', notes: 'Moves in May.', address: { city: 'Juneau' } },
        ...{ staff: [{ position: 'COUNSELOR' }], staffInvites: [{ email: 'new@example.org' }] },
      });
    }
  });

  it('lists the candidates for an ambiguous name, and reports an unknown one', async () => {
    await makeSchool(orm, { name: aurora.name, bannerCode: 'AUR2' });
    const { code, stdout, stderr } = await schools('show', aurora.name);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`  ${aurora.id}  AUR  Aurora High School\n`);
    expect(await schools('show', 'Nowhere High')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'No school has the ID, banner code, or name Nowhere High. To see all schools, run `laurel schools list`.\n',
    });
  });
});

describe('laurel schools create', () => {
  const CEDAR = ['Cedar High', '--phone', '9075550131', '--address1', '3 Cedar Road', '--city', 'Nome'];

  it('adds one without asking, inactive, and prints it', async () => {
    const admin = await makeAdmin(orm, { email: 'ada@example.org' });
    const { code, stdout, stderr } = await schools(
      ...['create', ...CEDAR, '--zip5', '99762', '--fax', '907 555 0132', '--banner-code', 'CED'],
      ...['--notes', 'New.', '--format', 'json', '--as', admin.email],
    );
    const school = JSON.parse(stdout) as { id: string };
    expect(school).toMatchObject({
      ...{ name: 'Cedar High', status: 'INACTIVE', phone: '(907) 555-0131', fax: '(907) 555-0132' },
      ...{ bannerCode: 'CED', notes: 'New.', address: { city: 'Nome', state: 'AK', zip5: '99762' } },
    });
    expect([code, stderr]).toEqual([
      0,
      `Added Cedar High as an inactive school. To activate it, run \`laurel schools activate ${school.id}\`.\n`,
    ]);
    expect(
      await storedRows(orm, EventEntity, ['kind', 'channel', 'actor'], { where: { subjectId: school.id } }),
    ).toEqual([{ kind: 'highSchool.created', channel: 'CLI', actor: admin.id }]);
  });

  it('exits with 3 and adds nothing when the same school exists; another school may share the name', async () => {
    const cedar = ['create', ...CEDAR, '--zip5', '99762'];
    expect((await schools(...cedar)).code).toBe(0);
    const before = await snapshot.digests();
    for (const options of [[], ['--dry-run'], ['--yes']]) {
      expect(await schools(...cedar, ...options)).toEqual({
        code: 3,
        stdout: '',
        stderr: 'Cedar High already exists with the same details.\n',
      });
    }
    expect(await snapshot.changed(before)).toEqual([]);
    expect((await schools(...cedar, '--banner-code', 'CE2')).code).toBe(0);
    expect(await listed('--name', 'cedar')).toHaveLength(2);
  });

  it('names the option of each error, including the address, and adds nothing', async () => {
    expect(await schools('create', ...CEDAR, '--zip5', '9976', '--fax', 'none', '--zip4', 'x')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^--fax: .+\n--zip5: .+\n--zip4: .+\n$/) as string,
    });
    expect((await schools('create', ...CEDAR)).stderr).toContain("'--zip5 <digits>' not specified");
    expect(await snapshot.changed()).toEqual([]);
  });
});

describe('laurel schools activate and deactivate', () => {
  it('change all given schools once, with an event', async () => {
    await makeSchool(orm, { name: 'Cedar High', status: 'INACTIVE' });
    expect(await schools('activate', 'birch high school', birch.id, 'Cedar High', 'AUR', '--yes')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Aurora High School is already active.\nBirch High School, Cedar High are now active.\n',
    });
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect(await storedRows(orm, EventEntity, ['kind', 'channel', 'changes'])).toEqual(
      Array(2).fill({
        ...{ kind: 'highSchool.changed', channel: 'CLI' },
        changes: { status: { from: 'INACTIVE', to: 'ACTIVE' } },
      }),
    );
    expect((await schools('deactivate', 'AUR', '--yes')).stderr).toBe(
      'Aurora High School is now inactive.\n',
    );
    expect(await statuses()).toEqual(['INACTIVE', 'ACTIVE', 'ACTIVE']);
  });

  it('do nothing if nothing would change', async () => {
    expect(await schools('activate', 'AUR')).toEqual({
      code: 3,
      stdout: '',
      stderr: 'Aurora High School is already active.\n',
    });
    expect((await schools('deactivate', birch.name, '--dry-run')).code).toBe(3);
  });

  it('change none if one is unknown, in a dry run, or without confirmation', async () => {
    expect((await schools('activate', birch.name, 'Nowhere High', '--yes')).code).toBe(1);
    expect(await schools('activate', birch.name, '--dry-run')).toMatchObject({
      code: 0,
      stderr: 'Would activate Birch High School.\n',
    });
    expect(await schools('deactivate', 'AUR')).toMatchObject({
      code: 2,
      stderr: 'Deactivate Aurora High School? Add --yes to do it, or --dry-run to see what would happen.\n',
    });
    expect((await callLaurel(database.url, ['schools', 'deactivate', 'AUR'], { answer: 'n' })).code).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
    expect((await callLaurel(database.url, ['schools', 'deactivate', 'AUR'], { answer: 'y' })).code).toBe(0);
    expect(await statuses()).toEqual(['INACTIVE', 'INACTIVE']);
  });
});
