import { afterAll, beforeAll, expect, it } from 'vitest';
import { loader as loadList } from '#app/routes/web/designations/designation-list.tsx';
import { loader as loadShell } from '#app/routes/web/shell.tsx';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeStaff, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';
import { type CountingOrm, openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase();
let counting: CountingOrm;
let year: MadeYear;
let admin: MadeUser;
let counselor: MadeUser;

beforeAll(async () => {
  counting = await openCountingOrm(database.url);
  year = await makeYear(counting.orm);
  admin = await makeAdmin(counting.orm);
  counselor = (await makeCounselor(counting.orm, [])).user;
});
afterAll(() => counting.orm.close(true));

async function designate(): Promise<void> {
  const school = await makeSchool(counting.orm);
  await makeStaff(counting.orm, { highSchoolId: school.id, userId: counselor.id });
  await makeDesignation(counting.orm, {
    highSchoolId: school.id,
    academicYearId: year.id,
    submittedById: counselor.id,
  });
}

async function open(user: MadeUser, search = ''): Promise<{ rows: number; statements: number }> {
  const args = await screenArgs({ orm: counting.orm, user, path: `/designations${search}` });
  let rows = 0;
  const statements = await counting.count(async () => {
    const [, list] = await Promise.all([loadShell(args), loadList(args)]);
    rows = list.data.rows.length;
  });
  return { rows, statements };
}

it('uses as many statements with one row as with three, one of them for the menu', async () => {
  await designate();
  await open(admin);
  expect(await open(admin)).toEqual({ rows: 1, statements: 6 });
  expect(await open(counselor)).toEqual({ rows: 1, statements: 5 });
  await designate();
  await designate();
  expect(await open(admin)).toEqual({ rows: 3, statements: 6 });
  expect(await open(counselor)).toEqual({ rows: 3, statements: 5 });
  for (const search of ['?sort=year&direction=asc', '?status=STARTED&noDownloadDate=true', '?last=true']) {
    expect(await open(admin, search)).toEqual({ rows: 3, statements: 6 });
  }
});
