import { afterAll, beforeAll, expect, it } from 'vitest';
import { loader as loadList } from '#app/routes/web/designations/designation-list.tsx';
import { loader as loadShell } from '#app/routes/web/shell.tsx';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeEvent } from '#tests/factories/event-factory.server.ts';
import { makeSavedView } from '#tests/factories/saved-view-factory.server.ts';
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

async function load(user: MadeUser, search: string) {
  const args = await screenArgs({ orm: counting.orm, user, path: `/designations${search}` });
  return (await loadList(args)).data;
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

const ALL = '?academicYearId=all';

it('the list of designations uses as many statements with one row as with three, one of them for the menu', async () => {
  await designate();
  await open(admin);
  expect(await open(admin, ALL)).toEqual({ rows: 1, statements: 4 });
  expect(await open(counselor)).toEqual({ rows: 1, statements: 4 });
  await designate();
  await designate();
  for (const name of ['One', 'Two']) await makeSavedView(counting.orm, { userId: admin.id, name });
  expect(await open(admin, ALL)).toEqual({ rows: 3, statements: 4 });
  expect(await open(counselor)).toEqual({ rows: 3, statements: 4 });
  for (const search of ['?sort=year&direction=asc', '?status=STARTED&noDownloadDate=true', '?last=true']) {
    expect(await open(admin, search)).toEqual({ rows: 3, statements: 4 });
  }
});

it('the list of designations shows administrators the active year without a query, and staff every year', async () => {
  const past = await makeYear(counting.orm, { year: 2025, status: 'INACTIVE' });
  const school = await makeSchool(counting.orm);
  await makeStaff(counting.orm, { highSchoolId: school.id, userId: counselor.id });
  await makeDesignation(counting.orm, {
    ...{ highSchoolId: school.id, academicYearId: past.id, submittedById: counselor.id },
    status: 'APPROVED',
  });
  expect(await open(admin)).toEqual({ rows: 3, statements: 5 });
  expect((await load(admin, '')).defaultYearId).toBe(year.id);
  for (const search of [ALL, '?sort=year', '?status=']) {
    const { rows, defaultYearId } = await load(admin, search);
    expect({ rows: rows.length, defaultYearId }, search).toEqual({ rows: 4, defaultYearId: null });
  }
  const emptied = await load(admin, '?highSchoolName=').catch((thrown: unknown) => thrown);
  expect((emptied as Response).headers.get('location')).toBe(`/designations${ALL}`);
  const ofStaff = await load(counselor, '');
  expect([ofStaff.rows.length, ofStaff.defaultYearId, ofStaff.statusCounts]).toEqual([4, null, null]);
});

it('the list of designations counts the statuses of its filter without the status, for administrators', async () => {
  expect((await load(admin, ALL)).statusCounts).toEqual({ STARTED: 3, APPROVED: 1 });
  expect((await load(admin, '')).statusCounts).toEqual({ STARTED: 3 });
  expect((await load(admin, '?status=APPROVED&status=PENDING')).statusCounts).toEqual({
    ...{ STARTED: 3, APPROVED: 1 },
  });
  expect((await load(admin, '?highSchoolName=nowhere')).statusCounts).toEqual({});
});

it('the list of designations shows how many students each has, and when it was submitted last', async () => {
  const school = await makeSchool(counting.orm, { name: 'Figures High' });
  const made = await makeDesignation(counting.orm, {
    ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: counselor.id },
    ...{ status: 'PENDING', classSize: 30, students: 3 },
  });
  const row = async () => (await load(admin, '?highSchoolName=Figures')).rows[0];
  expect(await row()).toMatchObject({ classSize: 30, students: 3, submittedAt: null });
  for (const at of ['2026-11-01T10:00:00.000Z', '2026-11-03T10:00:00.000Z']) {
    await makeEvent(counting.orm, new Date(at), {
      kind: 'designation.submitted',
      subject: ['DESIGNATION', made.id],
    });
  }
  expect(await row()).toMatchObject({ submittedAt: '2026-11-03T10:00:00.000Z' });
});

it("the list of designations has the administrator's own views, and none of others", async () => {
  const other = await makeAdmin(counting.orm);
  await makeSavedView(counting.orm, { userId: other.id, name: 'Not theirs' });
  await makeSavedView(counting.orm, { userId: admin.id, name: 'Of users', list: 'users', query: '' });
  expect((await load(admin, ALL)).views?.map(({ name }) => name)).toEqual(['One', 'Two']);
  expect((await load(other, ALL)).views?.map(({ name }) => name)).toEqual(['Not theirs']);
  expect((await load(counselor, '')).views).toBeNull();
});
