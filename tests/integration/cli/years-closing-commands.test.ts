import { beforeEach, describe, expect, it } from 'vitest';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeExtension, makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let yearId: string;
let schoolId: string;
let counselor: string;

beforeEach(async () => {
  orm = await database.openOrm();
  schoolId = (await makeSchool(orm, { name: 'Aurora High School' })).id;
  yearId = (await makeYear(orm)).id;
  const { user } = await makeCounselor(orm, [schoolId]);
  counselor = user.email;
  const owner = { academicYearId: yearId, highSchoolId: schoolId, submittedById: user.id };
  await makeDesignation(orm, { ...owner, status: 'PENDING', students: 1 });
});

const years = (...args: string[]) => callLaurel(database.url, ['years', ...args]);
const stored = async () => {
  const rows = await storedRows(orm, AcademicYearEntity, ['year', 'status'], { orderBy: { year: 'asc' } });
  return rows.map(({ year, status }) => `${year} ${status}`);
};
const events = async (kind: string) =>
  (await storedRows(orm, EventEntity, ['actor', 'channel', 'subjectId'], { where: { kind } as never })).map(
    ({ channel, subjectId }) => [channel, subjectId],
  );

describe('laurel years deactivate', () => {
  it('deactivates the active year, after it says what will happen', async () => {
    const effect =
      'Schools will no longer be able to start designations for 2026. 1 open designation can still be finished. No year will be active.';
    expect(await years('deactivate', '2026', '--dry-run')).toEqual({
      ...{ code: 0, stdout: '' },
      stderr: `Would deactivate 2026. ${effect}\n`,
    });
    expect(await years('deactivate', '2026')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Deactivate 2026? ${effect}`) as string,
    });
    expect(await stored()).toEqual(['2026 ACTIVE']);
    const { email } = await makeAdmin(orm);
    expect((await years('deactivate', '2026', '--yes', '--as', email)).code).toBe(0);
    expect(await stored()).toEqual(['2026 INACTIVE']);
    expect(await events('academicYear.changed')).toEqual([['CLI', yearId]]);
    expect(await years('deactivate', '2026', '--yes')).toMatchObject({
      ...{ code: 3, stderr: '2026 is already inactive.\n' },
    });
  });
});

describe('laurel years delete', () => {
  it('deletes an inactive year without designations', async () => {
    const { id } = await makeYear(orm, { year: 2031, status: 'INACTIVE' });
    expect((await years('delete', '2031')).stderr).toContain(
      'Delete the 2031 academic year? This also deletes its dates, extensions, and reminders.',
    );
    expect((await years('delete', '2031', '--dry-run')).stderr).toBe(
      'Would delete the 2031 academic year.\n',
    );
    expect(await stored()).toEqual(['2026 ACTIVE', '2031 INACTIVE']);
    expect(await years('delete', '2031', '--yes')).toMatchObject({
      ...{ code: 0, stderr: 'The 2031 academic year was deleted.\n' },
    });
    expect(await stored()).toEqual(['2026 ACTIVE']);
    expect(await events('academicYear.deleted')).toEqual([['CLI', id]]);
  });

  it('refuses the active year, a year with designations, an unknown year, and anyone but an administrator', async () => {
    await makeYear(orm, { year: 2031, status: 'INACTIVE' });
    const snapshot = await watchRows(orm);
    const refused = async (...args: string[]) => {
      const { code, stderr } = await years('delete', ...args, '--yes');
      return [code, stderr.trimEnd()];
    };
    expect(await refused('2026')).toEqual([
      1,
      'The 2026 academic year is active. Make another year active before deleting it.',
    ]);
    expect(await refused('2040')).toEqual([
      1,
      "There's no academic year 2040. To see all years, run `laurel years list`.",
    ]);
    expect(await refused('2031', '--as', counselor)).toEqual([
      1,
      `--as ${counselor}: no administrator has this address. To see all administrators, run \`laurel users list --flags ADMIN\`.`,
    ]);
    expect(await snapshot.changed()).toEqual([]);
    await years('deactivate', '2026', '--yes');
    expect(await refused('2026')).toEqual([
      1,
      "The 2026 academic year has designations, so it can't be deleted.",
    ]);
    expect(await stored()).toEqual(['2026 INACTIVE', '2031 INACTIVE']);
  });
});

describe('laurel years undo', () => {
  it('undoes the rollover to a year without designations', async () => {
    await years('rollover', '2027', '--yes');
    const dry = await years('undo', '--dry-run');
    expect(dry).toEqual({
      ...{ code: 0, stdout: '' },
      stderr:
        'The 2027 academic year will be deleted, along with its dates.\n2026 will be active again.\nNothing has changed yet.\n',
    });
    expect((await years('undo')).stderr).toContain('Undo the rollover to 2027?');
    expect(await stored()).toEqual(['2026 INACTIVE', '2027 ACTIVE']);
    expect(await years('undo', '--yes')).toEqual({
      ...{ code: 0, stdout: '', stderr: 'The rollover was undone. 2026 is active again.\n' },
    });
    expect(await stored()).toEqual(['2026 ACTIVE']);
    expect(await events('academicYear.rolloverUndone')).toHaveLength(2);
  });

  it('refuses if no rollover began the year, or the year has designations', async () => {
    const none =
      "There's no rollover to undo. A rollover can only be undone until the new year has its first designation.\n";
    expect(await years('undo', '--yes')).toEqual({ code: 3, stdout: '', stderr: none });
    await years('rollover', '2027', '--yes');
    const [begun] = await storedRows(orm, AcademicYearEntity, ['id'], { where: { year: 2027 } });
    const { user } = await makeCounselor(orm, [schoolId]);
    const owner = { academicYearId: begun?.id ?? '', highSchoolId: schoolId, submittedById: user.id };
    await makeDesignation(orm, owner);
    expect(await years('undo', '--yes')).toEqual({ code: 3, stdout: '', stderr: none });
    expect(await stored()).toEqual(['2026 INACTIVE', '2027 ACTIVE']);
  });
});

describe('laurel years extend', () => {
  const due = '2999-12-15T17:00:00-09:00';
  const extended = async () => (await years('extensions', '2026')).stdout.trim().split('\r\n').slice(1);

  it('gives a school its own due date and replaces it, once each', async () => {
    const to = ['2026', 'aurora high school', '--until', '2999-12-15 17:00', '--reason', 'Snow'];
    expect((await years('extend', ...to)).stderr).toContain(
      'Grant Aurora High School an extension for 2026 until Dec 15, 2999, 5:00 PM AKST?',
    );
    expect((await years('extend', ...to, '--dry-run')).code).toBe(0);
    expect(await extended()).toEqual([]);
    const { email } = await makeAdmin(orm, { firstName: 'Ada', lastName: 'Winter' });
    expect(await years('extend', ...to, '--yes', '--as', email)).toEqual({
      code: 0,
      stdout: `School,Due,Reason,Granted by\r\nAurora High School,${due},Snow,Ada Winter\r\n`,
      stderr: 'Granted Aurora High School an extension for 2026 until Dec 15, 2999, 5:00 PM AKST.\n',
    });
    expect(await years('extend', ...to, '--yes')).toMatchObject({
      ...{ code: 3, stderr: 'Aurora High School already has this extension for 2026.\n' },
    });
    const later = await years(
      ...['extend', '2026', 'Aurora High School', '--until', '2999-12-20', '--reason', 'Flood', '--yes'],
    );
    expect(later.code).toBe(0);
    expect(await extended()).toEqual(['Aurora High School,2999-12-20T23:59:00-09:00,Flood,The system']);
    expect(await events('highSchool.extensionGranted')).toEqual([
      ['CLI', schoolId],
      ['CLI', schoolId],
    ]);
  });

  it('refuses a past date, an unknown school, an empty reason, and anyone but an administrator', async () => {
    const snapshot = await watchRows(orm);
    const refused = async (...args: string[]) => {
      const { code, stderr } = await years('extend', '2026', ...args, '--yes');
      return [code, stderr.trimEnd()];
    };
    const until = ['--until', '2999-12-15', '--reason'];
    expect(await refused('Aurora High School', '--until', '2020-12-15', '--reason', 'Snow')).toEqual([
      2,
      '--until: An extension must end in the future.',
    ]);
    expect(await refused('Nowhere', ...until, 'Snow')).toEqual([
      1,
      'No school has the ID, banner code, or name Nowhere. To see all schools, run `laurel schools list`.',
    ]);
    expect(await refused('Aurora High School', ...until, ' ')).toEqual([2, '--reason: Reason is required.']);
    expect((await refused('Aurora High School', ...until, 'Snow', '--as', counselor))[0]).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
  });

  it('is revoked once, by an administrator', async () => {
    await makeExtension(orm, { academicYearId: yearId, highSchoolId: schoolId, dueAt: new Date(due) });
    const revoke = (...args: string[]) => years('revoke-extension', '2026', 'Aurora High School', ...args);
    expect((await revoke()).stderr).toContain(
      'Revoke the extension for Aurora High School? The regular 2026 due dates will apply again.',
    );
    expect((await revoke('--yes', '--as', counselor)).code).toBe(1);
    expect(await extended()).toHaveLength(1);
    expect(await revoke('--yes')).toMatchObject({
      ...{ code: 0, stderr: 'Revoked the 2026 extension for Aurora High School.\n' },
    });
    expect(await extended()).toEqual([]);
    expect(await revoke('--yes')).toMatchObject({
      ...{ code: 3, stderr: 'Aurora High School has no extension for 2026.\n' },
    });
  });
});
