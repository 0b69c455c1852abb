import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import { StudentEntity } from '#db/entities/student.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { claimingSize, type SheetCell, STYLE, workbook } from '#tests/support/workbook.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let folder: string;

beforeEach(async () => {
  orm = await database.openOrm();
  await makeYear(orm, { year: 2019, status: 'INACTIVE' });
  await makeSchool(orm, { name: 'Aurora High', bannerCode: '02108' });
  await makeAdmin(orm, { email: 'ada@example.org' });
  folder = await mkdtemp(path.join(tmpdir(), 'laurel-workbooks-'));
  return () => rm(folder, { recursive: true });
});

const OPTIONS = ['--year', '2019', '--status', 'APPROVED', '--submitted-by', 'ada@example.org', '--yes'];
const LIST = [
  ['School', 'First', 'Last'],
  ['Aurora High', 'Ann', 'Lee'],
];

async function importOf(file: Uint8Array, what = 'designations', args: readonly string[] = OPTIONS) {
  const name = path.join(folder, 'old.xlsx');
  await writeFile(name, file);
  return callLaurel(database.url, [what, 'import', name, ...args]);
}
const sheet = (...rows: (readonly SheetCell[])[]) => workbook([{ name: 'Scholars', rows }]);
const students = () => storedRows(orm, StudentEntity, ['first', 'last', 'dateOfBirth']);

describe('laurel designations import of a workbook', () => {
  it('finds the school by a banner code whose zero is only shown by its number format', async () => {
    const imported = await importOf(
      sheet(['Banner code', 'First', 'Last'], [[2108, STYLE.zip], 'Ann', 'Lee']),
    );
    expect(imported).toMatchObject({ code: 0, stdout: '' });
    expect(await students()).toMatchObject([{ first: 'Ann', last: 'Lee' }]);
  });

  it('reads the values that Excel saved, and never evaluates a formula', async () => {
    const { code } = await importOf(
      sheet(
        ['School', 'First', 'Last', 'Middle', 'DOB'],
        [
          'Aurora High',
          { xml: '<c t="str"><f>CONCATENATE("A","nn")</f><v>Saved</v></c>' },
          '=1+1',
          { xml: '<c><f>2+2</f></c>' },
          { xml: `<c s="${STYLE.date}"><f>DATE(1999,1,1)</f><v>36964</v></c>` },
        ],
      ),
    );
    expect(code).toBe(0);
    expect(await storedRows(orm, StudentEntity, ['first', 'middle', 'last', 'dateOfBirth'])).toEqual([
      { first: 'Saved', middle: '', last: '=1+1', dateOfBirth: '2001-03-14' },
    ]);
  });

  it('reads the time of a date, in the time zone of the office', async () => {
    const { code } = await importOf(
      sheet(
        ['School', 'First', 'Last', 'Submitted'],
        ['Aurora High', 'Ann', 'Lee', [43528.604166666664, STYLE.dateTime]],
      ),
    );
    expect(code).toBe(0);
    const submitted = { where: { kind: 'designation.submitted' } as const };
    expect(await storedRows(orm, EventEntity, ['at'], submitted)).toEqual([
      { at: new Date('2019-03-04T14:30:00-09:00') },
    ]);
  });

  it('refuses a small file that would unpack to more than 300 MB, and changes nothing', async () => {
    const snapshot = await watchRows(orm);
    const size = 1_234_567;
    const large = workbook([{ name: 'Scholars', rows: LIST }], {
      'xl/worksheets/sheet2.xml': new Uint8Array(size),
    });
    expect(large.byteLength).toBeLessThan(10_000);
    expect(await importOf(claimingSize(large, size, 300_000_000))).toEqual({
      code: 2,
      stdout: '',
      stderr:
        "FILE: The Excel file contains too much data.\nFILE: Remove everything except one year's designations, then try again.\n",
    });
    expect(await snapshot.changed()).toEqual([]);
    expect((await importOf(large)).code).toBe(0);
  });

  it('reads the sheet with the most known headers, or headers that --column matches', async () => {
    const about = { name: 'About', rows: [['Last', 'Update'], ['2019']] };
    expect((await importOf(workbook([about, { name: 'Scholars', rows: LIST }]))).code).toBe(0);
    expect(await students()).toMatchObject([{ first: 'Ann', last: 'Lee' }]);
    const foreign = [
      ['Campus', 'Vorname', 'Nachname'],
      ['Aurora High', 'Ann', 'Lee'],
    ];
    const matched = ['--column', 'Campus=schoolName', 'Vorname=first', 'Nachname=last'];
    const second = workbook([about, { name: 'Scholars', rows: foreign }]);
    // The same designation again.
    expect(await importOf(second, 'designations', [...OPTIONS, ...matched])).toMatchObject({ code: 3 });
  });
});

describe('laurel users import of a workbook', () => {
  it('reads the sheet with the most known headers, and phone numbers as Excel shows them', async () => {
    const file = workbook([
      { name: 'Notes', rows: [['Accounts of 2019']] },
      {
        name: 'Accounts',
        rows: [
          ['First', 'Last', 'Email', 'Phone'],
          ['Bo', 'Kim', 'bo@example.org', [9075550123, STYLE.phone]],
        ],
      },
    ]);
    expect(await importOf(file, 'users', ['--yes'])).toMatchObject({ code: 0 });
    const where = { email: 'bo@example.org' };
    expect(await storedRows(orm, UserAccountEntity, ['firstName', 'phone'], { where })).toEqual([
      { firstName: 'Bo', phone: '(907) 555-0123' },
    ]);
  });
});
