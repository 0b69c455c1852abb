import { raw } from '@mikro-orm/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  makeSchool,
  type MadeSchool,
  makeYear,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import {
  makeAdmin,
  makeCounselor,
  makeStaff,
  makeUser,
  type MadeUser,
} from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { renderedBuild, scriptlessPage } from '#tests/support/scriptless-page.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ build: renderedBuild });
let year: MadeYear;
let admin: MadeUser;
let counselor: MadeUser;
let aspen: MadeSchool;

/** A pending designation with two students. */
beforeAll(async () => {
  const { orm } = rest;
  year = await makeYear(orm);
  admin = await makeAdmin(orm, { firstName: 'Ada', lastName: 'Min', email: 'ada@office.example.org' });
  aspen = await makeSchool(orm, { name: 'Aspen High' });
  counselor = (await makeCounselor(orm, [aspen.id], { firstName: 'Cora', lastName: 'Zimt' })).user;
});

const made = (schoolId: string) => ({
  ...{ academicYearId: year.id, highSchoolId: schoolId, submittedById: counselor.id },
  ...{ classSize: 20, criteria: 'CUMULATIVE_GPA' as const },
});

describe('users without scripts', () => {
  it('are listed, deleted ones only on request and last', async () => {
    await makeUser(rest.orm, { firstName: 'Dee', lastName: 'Leted', flags: ['DELETED'] });
    const page = await scriptlessPage(rest, admin);
    const names = async (path: string) => {
      await page.goto(path);
      return page.texts('[rowheader]');
    };
    expect(await names('/users')).toEqual(['Ada Min', 'Cora Zimt']);
    page.fill({ withDeleted: true });
    await page.press('Apply filters');
    expect(page.path).toContain('withDeleted=true');
    expect(page.texts('[rowheader]')).toEqual(['Ada Min', 'Cora Zimt', 'Dee Leted']);
    expect(await names('/users?flags=DELETED')).toEqual(['Dee Leted']);
    expect(new Set(page.values('flags'))).toEqual(new Set(['DELETED']));
    expect(page.links('Download CSV')).toEqual(['/api/users/download?flags=DELETED']);
    expect(await names('/users?name=cora+z')).toEqual(['Cora Zimt']);
    await page.goto('/users?name=nobody+at+all');
    expect(page.text()).toContain('No users match');
  });

  it('are narrowed to the staff of schools with a part of the name', async () => {
    const page = await scriptlessPage(rest, admin);
    await page.goto('/users');
    page.fill({ highSchoolName: 'aspe' });
    await page.press('Apply filters');
    expect(page.texts('[rowheader]')).toEqual(['Cora Zimt']);
    expect(page.links('Download CSV')).toEqual(['/api/users/download?highSchoolName=aspe&deleted=false']);
    page.fill({ highSchoolName: 'none such' });
    await page.press('Apply filters');
    expect([page.text(), page.texts('[alert]')]).toEqual([expect.stringContaining('No users match'), []]);
    await page.goto(`/users?highSchools=${aspen.id}&highSchoolName=none+such`);
    expect(page.path).toBe('/users?highSchoolName=none+such');
    await page.goto(`/users?highSchools=${aspen.id}&highSchoolName=Aspen+High`);
    expect(page.path).toBe(`/users?highSchools=${aspen.id}`);
  });

  it('can be viewed by colleagues, without a form and their sign-ins', async () => {
    const { user: colleague } = await makeCounselor(rest.orm, [aspen.id]);
    const page = await scriptlessPage(rest, colleague);
    await page.goto(`/users/${counselor.id}`);
    expect(page.texts('h1')).toEqual(['Cora Zimt']);
    expect(page.html).not.toMatch(/type="(?:text|tel|email)"|Sign-ins/);
    const office = await scriptlessPage(rest, admin);
    await office.goto(`/users/${counselor.id}`);
    expect(office.text()).toContain('Sign-ins');
    const sentence = 'Are you sure you want to delete Cora Zimt? The user will also be removed';
    expect(office.texts('noscript').filter((text) => text.startsWith(sentence))).toHaveLength(2);
  });

  it('are merged, a changed one only when it is sent again, and an administrator is always kept', async () => {
    const name = { firstName: 'Jane', lastName: 'Doe' };
    const old = await makeUser(rest.orm, { ...name, email: 'jane@old.example.org' });
    const current = await makeUser(rest.orm, { ...name, email: 'jane@new.example.org' });
    await makeStaff(rest.orm, { highSchoolId: aspen.id, userId: old.id });
    const page = await scriptlessPage(rest, admin);
    await page.goto(`/users/${old.id}/merge?other=${current.id}`);
    expect(page.text()).toContain(`If you keep ${old.email}:`);
    expect(page.texts('noscript').join()).toContain(`If you keep ${current.email}:`);
    page.fill({ keep: current.id });
    await rest.orm.em
      .fork()
      .nativeUpdate(UserAccountEntity, { id: current.id }, { version: raw('version + 1') });
    await page.press('Merge accounts');
    expect(page.text()).toContain('Unable to merge users: This was changed');
    page.fill({ keep: current.id });
    await page.press('Merge accounts');
    expect([page.path, page.text()]).toEqual([
      `/users/${current.id}`,
      expect.stringContaining('The accounts have been merged.'),
    ]);
    await page.goto(`/users/${current.id}/merge?other=${admin.id}`);
    expect(page.text()).toContain("You'll keep Ada Min <ada@office.example.org>.");
    expect(page.html).not.toContain('type="radio"');
  });
});

it('the search posts its text without scripts, keeps it when it is refused, and is for administrators only', async () => {
  const { id } = await makeDesignation(rest.orm, {
    ...{ ...made((await makeSchool(rest.orm, { name: 'Birch High' })).id), status: 'PENDING' },
    students: [{ first: 'Zoë', middle: '', last: 'Núñez', preferred: 'Zo' }],
  });
  const page = await scriptlessPage(rest, admin);
  await page.goto('/designations');
  expect(page.links(/^Search/)).toContain('/search');
  await page.goto('/search');
  const long = 'aurora '.repeat(1500);
  for (const [text, message] of [
    ['z', 'Type at least two letters'],
    [long, 'Must be at most 100 characters.'],
  ] as const) {
    page.fill({ text });
    expect(await page.press('Search')).toBe(400);
    expect(page.texts('[alert]').join()).toContain(message);
    expect(page.value('text')?.trim()).toBe(text.trim());
  }
  page.fill({ text: 'Nunez, Zo' });
  await page.press('Search');
  expect(page.links('Zoë Núñez (Zo)')).toEqual([expect.stringContaining(`/designations/${id}`)]);
  expect(page.path).toBe('/search');
  const staff = await scriptlessPage(rest, counselor);
  expect([await staff.goto('/search'), staff.links(/^Search/)]).toEqual([403, []]);
});

it('students on two lists without scripts: a page that is not a number is the first, and a year must have a valid ID', async () => {
  const page = await scriptlessPage(rest, admin);
  const opened = async (search: string) => page.goto(`/designations/duplicates?${search}`);
  expect([await opened(`academicYearId=${year.id}`), await opened('academicYearId=&page=x')]).toEqual([
    200, 200,
  ]);
  expect(page.texts('h1')).toEqual(['Students on two lists']);
  expect([await opened('academicYearId=x'), await opened(`academicYearId=${aspen.id}`)]).toEqual([404, 404]);
});

describe("a student's disclosures without scripts", () => {
  it("lead to the audit log of the same student, which doesn't name the student", async () => {
    const { id, students } = await makeDesignation(rest.orm, {
      ...{ ...made((await makeSchool(rest.orm)).id), status: 'PENDING' },
      students: [{}, { first: 'Quillon', last: 'Zebrowski' }],
    });
    const studentId = students[1]?.id ?? '';
    const ctx = makeCtx({ orm: rest.orm, channel: 'CLI' });
    const download = { purpose: 'designations.download', filter: {}, studentIds: [studentId] };
    for (let count = 0; count <= SCREEN_PAGE_SIZE; count += 1) await recordDisclosure(ctx, download);
    const path = `/designations/${id}/students/${studentId}/disclosures`;
    const page = await scriptlessPage(rest, admin);
    await page.goto(path);
    expect(page.texts('h1')).toEqual(['Disclosures for student 2']);
    expect([await page.goto(`${path}?page=x`), page.texts('tr').length]).toEqual([200, 1 + SCREEN_PAGE_SIZE]);
    const log = page.links('Audit log').find((link) => link.includes('?'));
    expect(log).toBe(`/audit?studentId=${studentId}`);
    await page.goto(log ?? '');
    expect(page.texts('tr')).toHaveLength(1 + SCREEN_PAGE_SIZE);
    expect(page.html).not.toMatch(/Quillon|Zebrowski/);
    await page.goto(`/audit?studentId=${id}`);
    expect(page.text()).toContain('No entries match');
    await page.goto('/audit?afterDate=2026-11-01');
    expect(page.texts('li')).toContain('From: Nov 1, 2026');

    const other = path.replace(/students\/[^/]+/, 'students/3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11');
    const malformed = path.replace(/students\/[^/]+/, 'students/x');
    const staff = await scriptlessPage(rest, counselor);
    expect([await staff.goto(path), await page.goto(other), await page.goto(malformed)]).toEqual([
      ...[403, 404, 404],
    ]);
  });

  it("stay on a designation's page after students' personal data was removed", async () => {
    const { id } = await makeDesignation(rest.orm, {
      ...{ ...made((await makeSchool(rest.orm)).id), status: 'APPROVED' },
      students: [{ first: '', last: '' }],
    });
    const page = await scriptlessPage(rest, admin);
    await page.goto(`/designations/${id}`);
    expect(page.text()).toContain("The students' personal data was removed after the retention period.");
    expect(page.texts('[rowheader]').join()).toContain('1. Name removed');
    expect(page.text()).not.toContain('No name yet');
    expect(page.links('Disclosures for student 1')).toHaveLength(1);
  });
});

describe('a designation that staff open', () => {
  it('is shown read-only, with a link to edit it until it is approved, and not to strangers', async () => {
    const { id: mySchool } = await makeSchool(rest.orm, { name: 'Elder High' });
    const { user } = await makeCounselor(rest.orm, [mySchool]);
    const { id, students } = await makeDesignation(rest.orm, {
      ...{ ...made(mySchool), status: 'PENDING', students: 1 },
    });
    const page = await scriptlessPage(rest, user);
    await page.goto(`/designations/${id}`);
    const [student] = students;
    expect(page.text()).toContain(`${student?.first} ${student?.last}`);
    expect(page.text().replaceAll(' ', '')).toContain(student?.email ?? 'an address');
    expect(page.texts('button')).not.toContain('Save status');
    expect(page.html).not.toMatch(
      /Save general information|Download CSV|\/edit\/students|>Downloaded<|aria-label="Designations in the list"/,
    );
    expect(page.links('Edit designation')).toEqual([
      `/designate/agreement?school=${mySchool}&year=${year.id}`,
    ]);
    expect(await page.goto(`/designations/${id}/edit/students`)).toBe(403);
    expect(page.text()).toContain('If you need access, contact your administrator.');
    expect(page.links('Go to the dashboard')).toEqual(['/']);

    const { id: second } = await makeSchool(rest.orm, { name: 'Fir High' });
    await makeStaff(rest.orm, { highSchoolId: second, userId: user.id });
    const approved = await makeDesignation(rest.orm, { ...made(second), status: 'APPROVED', students: 1 });
    await page.goto(`/designations/${approved.id}`);
    expect(page.text()).toContain('This designation has been approved, it cannot be edited.');
    expect(page.links('Edit designation')).toEqual([]);
    expect(page.texts('button').filter((button) => button.startsWith('Save'))).toEqual([]);

    const others = await makeDesignation(rest.orm, {
      ...{ ...made((await makeSchool(rest.orm)).id), status: 'PENDING' },
      students: [{ first: 'Secret', last: 'Somebody' }],
    });
    for (const path of [others.id, '3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11', 'not-an-id']) {
      expect(await page.goto(`/designations/${path}`)).toBe(404);
      expect(page.texts('h1')).toEqual(['Page not found']);
      expect(page.html).not.toContain('Secret');
    }
  });
});

it('academic years are added, chosen, rolled over, and deleted without scripts', async () => {
  const page = await scriptlessPage(rest, admin);
  const setYear = (number: number, change: { status?: 'INACTIVE'; dueAt?: Date | null }) =>
    rest.orm.em.fork().nativeUpdate(AcademicYearEntity, { year: number }, change);
  await page.goto('/years');
  expect(page.texts('noscript').join()).toMatch(
    /Choosing another year closes 2026\. Schools will no longer be able to start designations for 2026\. \d+ open designations? can still be finished\./,
  );
  page.fill({ year: '2026' });
  expect(await page.press('Add year')).toBe(409);
  expect(page.text()).toContain('The 2026 academic year already exists.');
  await page.goto('/years');
  page.fill({ year: '2028' });
  await page.press('Add year');
  expect(page.text()).toContain('Successfully added year 2028');

  const { id: added } = await rest.orm.em.fork().findOneOrFail(AcademicYearEntity, { year: 2028 });
  await page.goto('/years');
  page.fill({ chosen: `${added}.1` });
  await setYear(2026, { status: 'INACTIVE' });
  expect(await page.press('Save')).toBe(412);
  expect(page.texts('[alert]').join()).toContain('Unable to update year: This was changed in the meantime');
  expect(page.text()).toContain('No years are active!');
  expect(page.value('chosen')).toBe(`${added}.1`);
  await page.press('Save');
  expect(page.text()).toContain('Changes saved!');

  await setYear(2028, { dueAt: new Date('2999-01-29T08:59:00Z') });
  await page.goto('/years/rollover?year=2029');
  expect(page.text()).toContain("Designations for 2028 aren't due until Jan 28, 2999.");
  expect(page.texts('noscript')).toContainEqual(
    "Designations for 2028 aren't due until Jan 28, 2999. Schools will no longer be able to start designations for 2028. You can undo this until 2029 has its first designation.",
  );
  await setYear(2028, { dueAt: null });
  await page.goto(page.path);
  await page.press('Begin 2029');
  expect(page.text()).toContain('The 2029 academic year has begun. 2028 is closed.');
  await page.goto(page.links('Dates and extensions for 2028')[0] ?? '');
  page.fill({ highSchoolName: 'nowhere', dueAt: '2028-12-14T23:59', reason: 'Snow' });
  expect(await page.press('Grant extension')).toBe(400);
  expect(page.links('No high school has “nowhere” in its name.')).toHaveLength(1);
  page.fill({ highSchoolName: 'aspen' });
  await page.press('Grant extension');
  expect(page.text()).toContain('Aspen High now has an extension.');
  await page.press('Delete 2028');
  expect(page.text()).toContain('The 2028 academic year was deleted.');
  const rows = await storedRows(rest.orm, AcademicYearEntity, ['year', 'status'], {
    orderBy: { year: 'asc' },
  });
  expect(rows.map((row) => `${row.year} ${row.status}`)).toEqual(['2026 INACTIVE', '2029 ACTIVE']);
});
