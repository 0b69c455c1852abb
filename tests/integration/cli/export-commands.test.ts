import { chmod, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { unzipSync } from 'fflate';
import { makeExportProfile } from '#tests/factories/export-profile-factory.server.ts';
import { EXIT } from '#cli/command-failure.ts';
import { callLaurel } from './call-laurel.ts';
import { type ExportScene, useExports } from './exports-scene.ts';

let scene: ExportScene['scene'];
let years: ExportScene['years'];
let approved: ExportScene['approved'];
let folder: string;
const { rest, laurel, marked, disclosures } = useExports(
  (given) => ({ scene, years, approved, folder } = given),
);

/** The files in a workbook. Its bytes also have the time when it was made. */
function partsOf(workbook: Uint8Array): Record<string, string> {
  return Object.fromEntries(
    Object.entries(unzipSync(workbook)).map(([name, part]) => [name, Buffer.from(part).toString()]),
  );
}

describe('an export', () => {
  type Case = readonly [name: string, args: () => readonly string[], address: () => string];
  const CASES: readonly Case[] = [
    ['all designations', () => ['designations'], () => '/api/designations/download'],
    [
      'designations of a filter',
      () => ['designations', '--status', 'APPROVED', 'PENDING', '--criteria', 'OTHER'],
      () => '/api/designations/download?status=APPROVED&status=PENDING&criteria=OTHER',
    ],
    [
      'designations of a year',
      () => ['designations', '--year', '2026'],
      () => `/api/designations/download/year/${years.now}`,
    ],
    [
      'designations of a school',
      () => ['designations', '--high-school', scene.school.name],
      () => `/api/designations/download/highschool/${scene.school.id}`,
    ],
    [
      'designations of a user',
      () => ['designations', '--user', scene.counselor.email],
      () => `/api/designations/download/user/${scene.counselor.id}`,
    ],
    [
      'one designation',
      () => ['designation', approved.id.toUpperCase()],
      () => `/api/designations/download/${approved.id}`,
    ],
    ['all schools', () => ['schools'], () => '/api/highschools/download'],
    [
      'schools of a filter',
      () => ['schools', '--status', 'ACTIVE', '--banner-code', scene.school.bannerCode],
      () => `/api/highschools/download?status=ACTIVE&bannerCode=${scene.school.bannerCode}`,
    ],
    [
      'one school',
      () => ['school', scene.school.bannerCode],
      () => `/api/highschools/download/${scene.school.id}`,
    ],
    ['all users', () => ['users'], () => '/api/users/download'],
    [
      'users of a filter',
      () => ['users', '--high-school', scene.school.id, '--no-deleted'],
      () => `/api/users/download?highSchools=${scene.school.id}&deleted=false`,
    ],
    [
      'one user by address',
      () => ['user', scene.counselor.email],
      () => `/api/users/download/${scene.counselor.id}`,
    ],
    ['one user by id', () => ['user', scene.admin.id], () => `/api/users/download/${scene.admin.id}`],
    ['the statistics by year', () => ['statistics'], () => '/api/statistics/download'],
    [
      "a year's statistics by school",
      () => ['statistics', '--by', 'school', '--year', '2025'],
      () => `/api/statistics/download?by=school&academicYearId=${years.before}`,
    ],
  ];

  it.each(CASES)('writes exactly the file that the browser downloads: %s', async (_name, args, address) => {
    const file = path.join(folder, 'export.csv');
    const unmarked = args()[0]?.startsWith('designation') === true ? ['--no-mark'] : [];
    const written = await laurel([...args(), ...unmarked, '-o', file]);
    const piped = await laurel([...args(), ...unmarked]);
    const downloaded = await (await rest.as(scene.admin.id)).get(address());
    expect(downloaded.status).toBe(200);
    // Reading a Response as text removes the byte order mark.
    const bytes = Buffer.from(`\uFEFF${String(downloaded.body)}`);
    expect((await readFile(file)).equals(bytes)).toBe(true);
    expect(Buffer.from(piped.stdout).equals(bytes)).toBe(true);
    expect(written).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining(`to ${file}`) as string,
    });
  });

  it.each(CASES)(
    'of %s as a workbook is byte for byte what the browser downloads',
    async (_name, args, address) => {
      const file = path.join(folder, 'export.xlsx');
      const unmarked = args()[0]?.startsWith('designation') === true ? ['--no-mark'] : [];
      expect(await laurel([...args(), ...unmarked, '--format', 'xlsx', '-o', file])).toMatchObject({
        code: 0,
      });
      const query = address().includes('?') ? '&format=xlsx' : '?format=xlsx';
      const client = await rest.as(scene.admin.id);
      const { body } = await client.get(`${address()}${query}`);
      expect(partsOf(await readFile(file))).toEqual(partsOf(body as Uint8Array));
    },
  );

  it('as a workbook is not written to a terminal, and other commands cannot write one', async () => {
    expect(await laurel(['schools', '--format', 'xlsx'], { columns: 80 })).toEqual({
      code: 2,
      stdout: '',
      stderr: "A terminal can't show a workbook. Add --output with a file or folder.\n",
    });
    const { databaseUrl } = rest.settings;
    expect(await callLaurel(databaseUrl, ['schools', 'list', '--format', 'xlsx'])).toMatchObject({
      code: 2,
      stderr: 'Only `laurel export` writes Excel workbooks. Choose another --format.\n',
    });
  });

  it('as a workbook without matches writes nothing', async () => {
    expect(
      await laurel(['designations', '--status', 'REJECTED', '--format', 'xlsx', '-o', folder]),
    ).toMatchObject({
      code: EXIT.nothingToDo,
      stderr: expect.stringContaining('Nothing was written.') as string,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it("has a profile's columns, or is refused if there is none", async () => {
    await makeExportProfile(rest.orm, { name: 'Short', columns: ['last', 'year'] });
    const { stdout } = await laurel(['designations', '--profile', 'short', '--no-mark']);
    expect(stdout).toMatch(/^\uFEFFlast,year\r\n/);
    expect(await laurel(['designation', approved.id, '--profile', 'Long'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: "--profile: There's no export profile named “Long”. Choose another one.\n",
    });
    expect(await marked()).toEqual([]);
  });

  it('contains only CSV or a workbook', async () => {
    expect(await laurel(['schools', '--format', 'json'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Exports are CSV or Excel workbooks, so --format must be csv or xlsx, not json.\n',
    });
    expect((await laurel(['schools', '--format', 'csv'])).code).toBe(0);
    expect((await laurel(['users'], { columns: 80 })).stdout).toMatch(/^\uFEFFid,first,last,/);
  });

  it('without matches writes nothing, and reports it', async () => {
    await writeFile(path.join(folder, 'old.csv'), 'old');
    const nothing = ['designations', '--status', 'REJECTED'];
    expect(await laurel([...nothing, '-o', path.join(folder, 'old.csv')])).toEqual({
      code: EXIT.nothingToDo,
      stdout: '',
      stderr: 'No designations match. Nothing was written.\n',
    });
    expect(await laurel(nothing)).toMatchObject({ code: 3, stdout: '' });
    expect((await laurel(['schools', '--name', 'zzz'])).code).toBe(3);
    expect(await readdir(folder)).toEqual(['old.csv']);
    expect(await readFile(path.join(folder, 'old.csv'), 'utf8')).toBe('old');
  });

  it('accepts references like every other command', async () => {
    await makeSchool(rest.orm, { name: scene.school.name });
    const ambiguous = await laurel(['school', scene.school.name]);
    expect([ambiguous.code, ambiguous.stdout]).toEqual([2, '']);
    expect(ambiguous.stderr).toContain(`  ${scene.school.id}  `);
    expect(await laurel(['user', 'nobody@example.org'])).toMatchObject({ code: 1, stdout: '' });
    expect((await laurel(['designation', 'aurora'])).code).toBe(2);
    expect(await laurel(['designations', '--before-date', 'soon'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--before-date: /) as string,
    });
    const both = await laurel(['designations', '--user', scene.counselor.email, '--year', '2026']);
    expect([both.code, both.stderr]).toEqual([
      2,
      '--user exports all designations of the user. Remove the other filters.\n',
    ]);
  });
});

describe('the --output of an export', () => {
  it("is the file of the browser's name in a folder", async () => {
    await laurel(['designations', '--year', '2025', '-o', folder]);
    await laurel(['designation', approved.id, '-o', folder]);
    await laurel(['users', '-o', folder]);
    const school = scene.school.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    expect(await readdir(folder)).toEqual([
      `designation-${school}-2025.csv`,
      'designations-2025.csv',
      expect.stringMatching(/^users-\d{4}-\d{2}-\d{2}\.csv$/) as string,
    ]);
  });

  it('is readable only by its owner, or keeps the permissions of the file it replaces', async () => {
    const [fresh, older] = [path.join(folder, 'fresh.csv'), path.join(folder, 'older.csv')];
    await writeFile(older, 'old');
    await chmod(older, 0o640);
    await laurel(['schools', '-o', fresh]);
    await laurel(['schools', '-o', older]);
    const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);
    expect([await modeOf(fresh), await modeOf(older)]).toEqual(['600', '640']);
    expect(await readFile(older, 'utf8')).toBe(await readFile(fresh, 'utf8'));
  });

  it('replaces the file that a symbolic link names', async () => {
    const [file, link] = [path.join(folder, 'file.csv'), path.join(folder, 'link.csv')];
    await writeFile(file, 'old');
    await symlink(file, link);
    await laurel(['schools', '-o', link]);
    expect(await readFile(file, 'utf8')).toMatch(/^\uFEFFid,name/);
  });

  it('fails with a message for an invalid path, before any data is read', async () => {
    const nowhere = path.join(folder, 'nowhere', 'x.csv');
    expect(await laurel(['designations', '-o', nowhere])).toEqual({
      code: 1,
      stdout: '',
      stderr: `Can't write ${nowhere}: the folder doesn't exist.\n`,
    });
    expect([await marked(), await disclosures()]).toEqual([[], []]);
  });
});
