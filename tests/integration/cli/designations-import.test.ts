import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { reportUnusualAccess } from '#app/domain/disclosures/report-unusual-access.server.ts';
import { importDesignations, planDesignationImport } from '#app/domain/imports/import-designations.server.ts';
import { readDesignationList } from '#app/domain/imports/read-designation-list.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { StudentEntity } from '#db/entities/student.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeExportProfile } from '#tests/factories/export-profile-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { watchRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { workbook } from '#tests/support/workbook.ts';
import { callLaurel, type Terminal } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let folder: string;

beforeEach(async () => {
  orm = await database.openOrm();
  await makeYear(orm, { year: 2019, status: 'INACTIVE' });
  await makeSchool(orm, { name: 'Aurora High', bannerCode: 'A1' });
  await makeSchool(orm, { name: 'Birch High', bannerCode: '' });
  await makeAdmin(orm, { email: 'ada@example.org' });
  folder = await mkdtemp(path.join(tmpdir(), 'laurel-designations-'));
  return () => rm(folder, { recursive: true });
});

const HEADER = 'Campus,Size,Student Name,DOB,Cell,Home Address,City,State,Zip,GPA';
const ANN = 'aurora high,52,"Lee, Ann Marie",03/14/2001,907.555.0131,1 Spruce St,Boston,MA,2108,4.0';
const BO = 'Aurora High,,Bo Kim,12/25/2001,,,,,,3.9';
const CY = 'Birch High,0,,,,,,,,';
const MAPPED = ['--column', 'Campus=schoolName', 'Size=classSize', 'GPA=none'];
const OPTIONS = ['--year', '2019', '--status', 'APPROVED', '--submitted-by', 'ada@example.org'];

async function importOf(content: string | Uint8Array, args: readonly string[] = [], terminal: Terminal = {}) {
  const file = path.join(folder, typeof content === 'string' ? 'old.csv' : 'old.xlsx');
  await writeFile(file, content);
  return callLaurel(database.url, ['designations', 'import', file, ...args], terminal);
}
const listOf = (...lines: string[]) => [HEADER, ...lines].join('\n');
const designations = () =>
  storedRows(orm, DesignationEntity, ['status', 'classSize', 'criteria'], { orderBy: { classSize: 'asc' } });
const students = () =>
  storedRows(orm, StudentEntity, ['first', 'middle', 'last', 'dateOfBirth', 'phone'], {
    orderBy: { position: 'asc' },
  });

describe('laurel designations import', () => {
  it("imports another system's list with matched columns, once", async () => {
    const args = [...OPTIONS, ...MAPPED];
    const dry = await importOf(listOf(ANN, BO, CY), [...args, '--dry-run']);
    expect(dry).toEqual({
      code: 0,
      stdout: '',
      stderr: [
        'Matched columns: Campus = schoolName, Size = classSize, Student Name = fullName, DOB = dateOfBirth, Cell = phone, Home Address = address1, Zip = zip5.',
        'Columns not imported: GPA.',
        'Would import 2 designations with 2 students for 2019.',
        '',
      ].join('\n'),
    });
    expect(await designations()).toEqual([]);
    const done = await importOf(listOf(ANN, BO, CY), [...args, '--yes']);
    expect([done.code, done.stderr.split('\n').at(-2)]).toEqual([
      0,
      'Imported 2 designations with 2 students for 2019.',
    ]);
    expect(await designations()).toEqual([
      { status: 'APPROVED', classSize: 0, criteria: null },
      { status: 'APPROVED', classSize: 52, criteria: null },
    ]);
    expect(await students()).toEqual([
      { first: 'Ann', middle: 'Marie', last: 'Lee', dateOfBirth: '2001-03-14', phone: '(907) 555-0131' },
      { first: 'Bo', middle: '', last: 'Kim', dateOfBirth: '2001-12-25', phone: '' },
    ]);
    const addresses = await storedRows(orm, StudentEntity, ['address'], { orderBy: { position: 'asc' } });
    expect(addresses[0]?.address).toMatchObject({ address1: '1 Spruce St', state: 'MA', zip5: '02108' });
    const snapshot = await watchRows(orm);
    expect((await importOf(listOf(ANN, BO, CY), [...args, '--yes'])).code).toBe(3);
    expect(await snapshot.changed()).toEqual([]);
  });

  it('lists every problem by row and column without values, and imports nothing', async () => {
    const snapshot = await watchRows(orm);
    const { code, stdout, stderr } = await importOf(
      [
        'school name,banner code,year,status,class size,submitted-by email,first,date of birth,email,twin,zip5',
        'Aurora High,A1,2019,Approved,10,ada@example.org,Zelda,2001-02-30,zelda,perhaps,9980',
        'Aurora High,A1,2019,PENDING,10,,Quentin,2001-02-03,,,',
        'Cedar High,C1,2018,Done,ten,eve@example.org,,,,,',
        ',,2019,Approved,,,Nobody,,,,',
        'Birch High,,19,Approved,,ada@example.org,,,,,',
        'Birch High,X9,2019,,,ada@example.org,,,,,',
        'Birch High,,2019,Approved,,,,,,,',
      ].join('\n'),
      ['--yes'],
    );
    expect(stdout.split('\r\n')).toEqual([
      'Row,Column,Problem',
      expect.stringContaining("2,date of birth,We can't read this date."),
      expect.stringContaining('2,twin,'),
      expect.stringContaining('2,email,'),
      expect.stringContaining('2,zip5,'),
      '3,status,Row 2 has a different value for the same designation. Correct one of the rows.',
      '4,status,"Use one of: Started, Pending, Returned, Approved, Rejected."',
      expect.stringContaining('4,class size,"Enter the class size'),
      '4,banner code,No school has this banner code or name. Import the schools first: laurel schools import',
      "4,year,There's no academic year 2018. Add it first: laurel years add 2018",
      '4,submitted-by email,No account has this address. Import the users first: laurel users import',
      '5,,Enter the banner code or the name of the school.',
      '6,year,"Enter a year, like 2019."',
      '7,status,"Enter the status, or add --status for rows without one."',
      '8,submitted-by email,"Enter the email address of whoever submitted it, or add --submitted-by."',
      '',
    ]);
    expect(stderr).toMatch(/^The file has \d+ problems, so nothing was imported\.\n$/);
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).not.toMatch(/Zelda|Quentin|Nobody|zelda|2001/);
    expect(await snapshot.changed()).toEqual([]);
  });

  it('refuses a designation that is already stored with other contents, and names what differs', async () => {
    const args = [...OPTIONS, ...MAPPED, '--yes'];
    expect((await importOf(listOf(ANN, BO, CY), args)).code).toBe(0);
    const snapshot = await watchRows(orm);
    const changed = listOf(ANN.replace(',52,', ',53,').replace('Spruce', 'Birch'), BO, CY);
    expect(await importOf(changed, args)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(
        'already has a designation for 2019 that differs in: Size, students. Remove its rows,',
      ) as string,
    });
    expect(await snapshot.changed()).toEqual([]);
  });

  it("compares only the students' fields that the list has columns for, as after an export with a profile", async () => {
    const imported = listOf(ANN.replace(',2108,', ',02108-1234,'), BO, CY);
    expect((await importOf(imported, [...OPTIONS, ...MAPPED, '--yes'])).code).toBe(0);
    const snapshot = await watchRows(orm);
    const own = ['school name', 'banner code', 'year', 'status', 'submitted-by email', 'class size'];
    const profiles = { Names: ['first', 'last'], 'Middle names': ['middle'], 'ZIP codes': ['last', 'zip5'] };
    for (const [name, columns] of Object.entries(profiles)) {
      await makeExportProfile(orm, { name, columns: [...own, ...columns] });
      const args = ['export', 'designations', '--profile', name, '--no-mark'];
      const { stdout } = await callLaurel(database.url, args);
      expect(stdout).toMatch(/Aurora High.*Marie|Aurora High.*Lee/);
      expect([name, (await importOf(stdout, ['--yes'])).code]).toEqual([name, 3]);
      const changed = stdout.replace('Marie', 'Maria').replace('Lee', 'Leigh');
      expect(await importOf(changed, ['--yes'])).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('that differs in: students. Remove its rows,') as string,
      });
    }
    expect(await snapshot.changed()).toEqual(['disclosure', 'export_profile']);
  });

  it('asks how to read dates that can mean several days', async () => {
    const list = listOf(ANN.replace('03/14/2001', '03/04/2001'));
    const args = [...OPTIONS, ...MAPPED, '--yes'];
    expect(await importOf(list, args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        '--date-order: The dates in the column DOB can be read in several',
      ) as string,
    });
    expect((await importOf(list, [...args, '--date-order', 'dmy'])).code).toBe(0);
    expect((await students())[0]?.dateOfBirth).toBe('2001-04-03');
  });

  it('reads the named sheet of a workbook', async () => {
    const file = workbook([
      { name: 'About', rows: [['Exported in 2019']] },
      { name: 'Scholars', rows: [['School', 'First', 'Last'], [], ['Aurora High', 'Ann', 'Lee']] },
    ]);
    const args = [...OPTIONS, '--yes', '--sheet'];
    expect(await importOf(file, [...args, 'Gone'])).toMatchObject({
      code: 2,
      stderr: "FILE: The workbook has no sheet named Gone, or it's empty.\n",
    });
    expect((await importOf(file, [...args, 'Scholars'])).code).toBe(0);
    expect(await students()).toMatchObject([{ first: 'Ann', last: 'Lee' }]);
    expect(await importOf(listOf(ANN), [...args, 'Scholars'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--sheet: Only Excel workbooks have sheets.') as string,
    });
  });

  it('asks on a terminal, and reads standard input with --yes', async () => {
    const snapshot = await watchRows(orm);
    const args = [...OPTIONS, ...MAPPED];
    expect((await importOf(listOf(ANN), args)).stderr).toContain(
      'Import 1 designation with 1 student for 2019? Add --yes to do it',
    );
    expect((await importOf(listOf(ANN), args, { answer: 'no' })).code).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
    const piped = ['designations', 'import', '-', ...args, '--yes', '--as', 'ada@example.org'];
    expect((await callLaurel(database.url, piped, { input: listOf(ANN) })).code).toBe(0);
    const disclosures = await storedRows(orm, DisclosureEntity, ['filter', 'rowCount', 'channel']);
    expect(disclosures).toEqual([
      { filter: { importedFrom: 'standard input' }, rowCount: 1, channel: 'CLI' },
    ]);
  });

  it('explains which files are not a list, and which columns it has no place for', async () => {
    const snapshot = await watchRows(orm);
    const error = async (content: string | Uint8Array, ...args: string[]) => {
      const { code, stderr } = await importOf(content, [...OPTIONS, '--yes', ...args]);
      return [code, stderr.split('\n')[0]];
    };
    expect(await error('')).toEqual([2, 'FILE: The file is empty.']);
    expect(await error('a,b\n1,2')).toEqual([2, "FILE: We don't recognize any columns in this file."]);
    expect(await error(HEADER)).toEqual([2, 'FILE: The file has no rows below the header row.']);
    expect(await error(new TextEncoder().encode('PK\u0003\u0004 broken'))).toEqual([
      2,
      expect.stringContaining("FILE: We can't read this Excel file."),
    ]);
    expect(await error('school name,High school\nA,B', '--column', 'High school=schoolName')).toEqual([
      2,
      'FILE: Another column matches the same field as the column school name.',
    ]);
    expect(await error(listOf(ANN), '--column', 'Mascot=none')).toEqual([
      2,
      '--column: The file has no column named Mascot.',
    ]);
    expect(await error(listOf(ANN), '--column', 'GPA=grade')).toEqual([
      2,
      expect.stringContaining("--column: grade isn't a field. Use one of: bannerCode, schoolName,"),
    ]);
    expect(await snapshot.changed()).toEqual([]);
  });
});

describe('the import of designations', () => {
  const bytes = new TextEncoder().encode('school name,first,last\nAurora High,Ann,Lee');
  const options = { year: 2019, status: 'APPROVED', submittedBy: 'ada@example.org' } as const;

  it('is refused for school staff', async () => {
    const system = makeCtx({ orm });
    const list = await readDesignationList(system, { bytes, source: 'old.csv' }, options);
    const school = await makeSchool(orm);
    const { actor } = await makeCounselor(orm, [school.id]);
    const snapshot = await watchRows(orm);
    const ctx = makeCtx({ orm, actor });
    for (const call of [
      readDesignationList(ctx, { bytes, source: 'old.csv' }, options),
      planDesignationImport(ctx, list),
      importDesignations(ctx, list),
    ]) {
      expect(await refusalOf(call)).toBeInstanceOf(Forbidden);
    }
    expect(await snapshot.changed()).toEqual([]);
  });

  it("doesn't count as unusual access to students' data", async () => {
    const admin = actorOf(await makeAdmin(orm));
    const lines = Array.from({ length: 1_200 }, (_, at) => `Aurora High,Ann,Lee ${at}`);
    const large = new TextEncoder().encode(['school name,first,last', ...lines].join('\n'));
    const ctx = makeCtx({ orm, actor: admin });
    await importDesignations(ctx, await readDesignationList(ctx, { bytes: large, source: 'x.csv' }, options));
    expect(await storedRows(orm, DisclosureEntity, ['rowCount'])).toEqual([{ rowCount: 1_200 }]);
    expect(await reportUnusualAccess(makeCtx({ orm }))).toBe(0);
  });
});
