import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows, type WatchedRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { workbook } from '#tests/support/workbook.ts';
import { callLaurel, type Terminal } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let snapshot: WatchedRows;
let folder: string;

beforeEach(async () => {
  orm = await database.openOrm();
  await makeSchool(orm, { name: 'Aurora High', bannerCode: 'A1', phone: '(907) 555-0111' });
  await makeSchool(orm, { name: 'Birch High', bannerCode: '', phone: '(907) 555-0121' });
  snapshot = await watchRows(orm);
  folder = await mkdtemp(path.join(tmpdir(), 'laurel-schools-'));
  return () => rm(folder, { recursive: true });
});

const HEADER = 'Name,Phone,Address1,City,Zip5,Banner code,Mascot';
const AURORA = 'Aurora High,9075550199,,,,A1,Moose';
const BIRCH = 'Birch High,,,,,,';
const CEDAR = 'Cedar High,907.555.0131,3 Cedar Road,Nome,99762,C1,';
const DOGWOOD = 'Dogwood High,12,4 Road,Juneau,99801,,';

async function importOf(lines: readonly string[], args: readonly string[] = [], terminal: Terminal = {}) {
  const file = path.join(folder, 'schools.csv');
  await writeFile(file, [HEADER, ...lines].join('\n'));
  return callLaurel(database.url, ['schools', 'import', file, ...args], terminal);
}
const names = async () => {
  const rows = await storedRows(orm, HighSchoolEntity, ['name'], { orderBy: { name: 'asc' } });
  return rows.map(({ name }) => name);
};

describe('laurel schools import', () => {
  it('previews each row in a dry run, and changes nothing', async () => {
    const { code, stdout, stderr } = await importOf([AURORA, BIRCH, CEDAR, DOGWOOD], ['--dry-run'], {
      columns: 80,
    });
    expect(stdout).toMatchInlineSnapshot(`
      "Row  School        What happens  Details
      ───  ────────────  ────────────  ───────────────────────────────────────────────
        2  Aurora High   Changed       Phone: (907) 555-0111 → (907) 555-0199
        3  Birch High    Unchanged
        4  Cedar High    New           Name: Cedar High; Banner code: C1; Phone: (907)
                                       555-0131; Status: Inactive; Address 1: 3 Cedar
                                       Road; City: Nome; Zipcode: 99762
        5  Dogwood High  Skipped       Phone: Phone number must be in the format (xxx)
                                       xxx-xxxx or (xxx) xxx-xxxx, extension xxx...
      "
    `);
    expect(stderr).toBe(
      [
        'Columns not imported: Mascot.',
        '1 school to add, 1 to change, 1 unchanged. 1 row has an error and will be skipped.',
        'Nothing has been imported yet.',
        '',
      ].join('\n'),
    );
    expect(code).toBe(4);
    expect(await snapshot.changed()).toEqual([]);
  });

  it('imports as previewed, with events by the --as administrator, and does nothing the second time', async () => {
    const admin = await makeAdmin(orm, { email: 'ada@example.org' });
    const { code, stdout, stderr } = await importOf(
      [AURORA, CEDAR],
      ['--yes', '--as', admin.email, '--format', 'ndjson'],
    );
    expect([code, stderr.split('\n').at(-2)]).toEqual([0, 'Imported 2 schools.']);
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(rows).toEqual([
      expect.objectContaining({ number: 2, name: 'Aurora High', outcome: 'update' }),
      expect.objectContaining({ number: 3, name: 'Cedar High', outcome: 'create' }),
    ]);
    expect(await names()).toEqual(['Aurora High', 'Birch High', 'Cedar High']);
    const events = await storedRows(orm, EventEntity, ['kind', 'channel', 'actor'], {
      orderBy: { kind: 'asc' },
    });
    expect(events).toEqual([
      { kind: 'highSchool.changed', channel: 'CLI', actor: admin.id },
      { kind: 'highSchool.created', channel: 'CLI', actor: admin.id },
    ]);
    expect((await importOf([AURORA, CEDAR], ['--yes'])).code).toBe(3);
    expect((await importOf([AURORA, CEDAR], ['--dry-run'])).code).toBe(3);
  });

  it('skips rows with errors and exits as partly done, or fails if nothing is left', async () => {
    expect((await importOf([CEDAR, DOGWOOD], ['--yes'])).code).toBe(4);
    expect(await names()).toEqual(['Aurora High', 'Birch High', 'Cedar High']);
    const failed = await importOf([CEDAR, DOGWOOD], ['--yes']);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('Dogwood High,Skipped,"Phone: Phone number must be in the format');
  });

  it('imports nothing with --all-or-nothing if rows would be skipped', async () => {
    expect(await importOf([CEDAR, DOGWOOD], ['--yes', '--all-or-nothing'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Some rows would be skipped, so nothing was imported.') as string,
    });
    expect(await snapshot.changed()).toEqual([]);
    expect((await importOf([CEDAR], ['--yes', '--all-or-nothing'])).code).toBe(0);
  });

  it('reads a sheet of a workbook, keeps the IDs of an export, and names the file in the history', async () => {
    const id = '3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11';
    const file = path.join(folder, 'schools.xlsx');
    const header = ['ID', 'Name', 'Phone', 'Address'];
    const row = [id, 'Cedar High', '(907) 555-0131', '3 Cedar Road, Nome, AK 99762'];
    await writeFile(
      file,
      workbook([
        { name: 'Old', rows: [header] },
        { name: 'New', rows: [header, row] },
      ]),
    );
    const run = (sheet: string) =>
      callLaurel(database.url, ['schools', 'import', file, '--yes', '--sheet', sheet]);
    expect(await run('Gone')).toMatchObject({
      code: 2,
      stderr: "FILE: The workbook has no sheet named Gone, or it's empty.\n",
    });
    expect((await run('New')).code).toBe(0);
    const events = await storedRows(orm, EventEntity, ['subjectId', 'changes']);
    expect(events).toEqual([
      {
        subjectId: id,
        changes: {
          name: { from: null, to: 'Cedar High' },
          importedFrom: { from: null, to: 'schools.xlsx' },
        },
      },
    ]);
  });

  it('asks on a terminal, and fails without one', async () => {
    expect(await importOf([CEDAR])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Import 1 school? Add --yes to do it') as string,
    });
    expect((await importOf([CEDAR], [], { answer: 'no' })).code).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
    expect((await importOf([CEDAR], [], { answer: 'yes' })).code).toBe(0);
    expect(await names()).toEqual(['Aurora High', 'Birch High', 'Cedar High']);
  });

  it('reads standard input, and then requires --yes', async () => {
    const piped = (...args: string[]) =>
      callLaurel(database.url, ['schools', 'import', '-', ...args], { input: `${HEADER}\n${CEDAR}\n` });
    expect(await piped()).toEqual({
      code: 2,
      stdout: '',
      stderr:
        "The file is read from standard input, so we can't ask for confirmation. Add --yes or --dry-run.\n",
    });
    expect((await piped('--dry-run')).code).toBe(0);
    expect(await snapshot.changed()).toEqual([]);
    expect((await piped('--yes')).code).toBe(0);
    expect(await names()).toEqual(['Aurora High', 'Birch High', 'Cedar High']);
  });

  it('matches columns with --column, and remembers them for the next import', async () => {
    const file = path.join(folder, 'district.csv');
    await writeFile(file, 'Campus,Tel\nAurora High,9075550199');
    const run = (...args: string[]) =>
      callLaurel(database.url, ['schools', 'import', file, '--yes', ...args]);
    expect(await run()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("don't recognize") as string,
    });
    expect(await run('--column', 'School=name')).toMatchObject({
      code: 2,
      stderr: '--column: The file has no column named School.\n',
    });
    expect(await run('--column', 'campus=shoes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--column: shoes isn't a field. Use one of: name,") as string,
    });
    expect(await snapshot.changed()).toEqual([]);
    expect(await run('--column', 'campus=name', 'Tel=none')).toMatchObject({ code: 3 });
    expect(await run('--column', 'campus=name', 'Tel=phone')).toMatchObject({ code: 0 });
    await writeFile(file, 'Campus,Tel\nAurora High,9075550177');
    expect(await run()).toMatchObject({ code: 0 });
    const [aurora] = await storedRows(orm, HighSchoolEntity, ['phone'], { where: { name: 'Aurora High' } });
    expect(aurora?.phone).toBe('(907) 555-0177');
  });

  it("explains which files are not a list, and which can't be read", async () => {
    const error = async (file: string) => {
      const { code, stdout, stderr } = await callLaurel(database.url, ['schools', 'import', file, '--yes']);
      return [code, stdout, stderr];
    };
    const missing = path.join(folder, 'missing.csv');
    expect(await error(missing)).toEqual([1, '', `Can't read ${missing}: the file doesn't exist.\n`]);
    expect(await error(folder)).toEqual([1, '', `Can't read ${folder}: it's a folder.\n`]);
    const large = path.join(folder, 'large.csv');
    await writeFile(large, Buffer.alloc(6 * 1024 * 1024, 'a'));
    expect(await error(large)).toEqual([
      2,
      '',
      'FILE: The file is larger than 5 MB.\nFILE: Remove everything except the schools, then try again.\n',
    ]);
    expect((await error('package.json'))[0]).toBe(2);
    expect(await snapshot.changed()).toEqual([]);
  });
});
