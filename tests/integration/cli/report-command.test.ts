import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { callLaurel } from './call-laurel.ts';

describe('laurel report', () => {
  const database = useDatabase();
  let orm: Orm;

  beforeAll(async () => {
    orm = await openOrm(database.url);
    const year = await makeYear(orm);
    const aurora = await makeSchool(orm, { name: 'Aurora High', bannerCode: 'A1', phone: '(907) 555-0101' });
    await makeSchool(orm, { name: 'Fir High', bannerCode: 'F1', phone: '(907) 555-0102' });
    await makeSchool(orm, { name: 'Closed High', status: 'INACTIVE' });
    const { user } = await makeCounselor(orm, [aurora.id]);
    await makeDesignation(orm, {
      academicYearId: year.id,
      highSchoolId: aurora.id,
      submittedById: user.id,
      status: 'PENDING',
      classSize: 20,
      criteria: 'CUMULATIVE_GPA',
      students: 2,
    });
  });
  afterAll(() => orm.close(true));

  it('shows the progress of every active school, and the totals', async () => {
    const { code, stdout, stderr } = await callLaurel(database.url, ['report']);
    expect(code).toBe(0);
    const rows = stdout
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').slice(0, 7).join(','));
    expect(rows).toEqual([
      'School,Banner code,State,Class size,Students,Staff,Phone',
      'Fir High,F1,Not started,,0,0,(907) 555-0102',
      'Aurora High,A1,Pending,20,2,1,(907) 555-0101',
    ]);
    expect(stderr).toBe('2026: 2 active schools, 1 Not started, 1 Pending; 2 students.\n');
    expect((await callLaurel(database.url, ['report', '--quiet'])).stderr).toBe('');
  });

  it('accepts a year, and refuses an unknown one', async () => {
    await makeYear(orm, { year: 2025, status: 'INACTIVE' });
    const { stdout } = await callLaurel(database.url, ['report', '--year', '2025', '--format', 'json']);
    expect((JSON.parse(stdout) as { state: string }[]).map(({ state }) => state)).toEqual([
      'NOT_STARTED',
      'NOT_STARTED',
    ]);
    expect((await callLaurel(database.url, ['report', '--year', '2031'])).code).toBe(1);
  });

  it('explains what to do if no year is active', async () => {
    const setStatus = (status: 'ACTIVE' | 'INACTIVE') =>
      orm.em.fork().nativeUpdate(AcademicYearEntity, { year: 2026 }, { status });
    await setStatus('INACTIVE');
    expect(await callLaurel(database.url, ['report'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No academic year is active. Choose a year with --year, or run `laurel years activate YEAR`.\n',
    });
    await setStatus('ACTIVE');
  });

  it('fits 80 columns', async () => {
    const { stdout } = await callLaurel(database.url, ['report'], { columns: 80 });
    expect(stdout).toMatchInlineSnapshot(`
      "School   Banner   State      Class  Students  Staff  Phone     Updated  Last
               code                 size                                      sign-in
      ───────  ───────  ───────  ───────  ────────  ─────  ────────  ───────  ────────
      Fir      F1       Not                      0      0  (907)
      High              started                            555-0102
      Aurora   A1       Pending       20         2      1  (907)     Sep 1,
      High                                                 555-0101  2026,
                                                                     9:00 AM
                                                                     AKDT
      "
    `);
  });
});
