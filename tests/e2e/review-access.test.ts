import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { expectStep, signInByCode, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { NOBODYS_ID } from '#tests/support/rest-errors.ts';

const bench = useDesignateApp();
const PHONE = { viewport: { width: 375, height: 740 } };
let admin: MadeUser;
let counselor: MadeUser;
let pending: MadeDesignation;
let approved: MadeDesignation;
let others: MadeDesignation;

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm);
  const school = await makeSchool(orm, { name: 'Elder High' });
  const second = await makeSchool(orm, { name: 'Fir High' });
  const other = await makeSchool(orm, { name: 'Gorse High' });
  counselor = (await makeCounselor(orm, [school.id, second.id])).user;
  const made = {
    academicYearId: year.id,
    submittedById: counselor.id,
    classSize: 10,
    criteria: 'OTHER',
  } as const;
  pending = await makeDesignation(orm, { ...made, highSchoolId: school.id, status: 'PENDING', students: 1 });
  approved = await makeDesignation(orm, {
    ...made,
    highSchoolId: second.id,
    status: 'APPROVED',
    students: 1,
  });
  others = await makeDesignation(orm, {
    ...made,
    highSchoolId: other.id,
    status: 'PENDING',
    students: [{ first: 'Secret', last: 'Somebody' }],
  });
});

describe('what staff see of a designation', () => {
  it('is everything, read-only, with a link to edit while it can be edited', async () => {
    const page = await bench.pageOf(counselor);
    await page.goto(`/designations/${pending.id}`);
    const [student] = pending.students;
    expect(await page.getByText(`${student?.first} ${student?.last}`).isVisible()).toBe(true);
    expect(await page.getByText(student?.email ?? '').isVisible()).toBe(true);
    for (const name of ['Save status', 'Save general information']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    for (const name of ['Download CSV', 'Edit students']) {
      expect(await page.getByRole('link', { name }).count()).toBe(0);
    }
    await expectNoAxeViolations(page);
    expect(await page.getByRole('link', { name: 'Edit designation' }).getAttribute('href')).toBe(
      `/designate/agreement?school=${pending.highSchoolId}&year=${bench.year.id}`,
    );
  });

  it('starts with the reasons and the step to correct, where the email leads after signing in', async () => {
    const { school, counselor: kim } = await bench.newSchool();
    const returned = await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: kim.id,
      classSize: 10,
      criteria: 'OTHER',
      status: 'RETURNED',
      students: 1,
      reasons: ['CLASS_SIZE'],
    });
    const page = await bench.pageOf(kim);
    await page.goto(`/designations/${returned.id}`);
    await page.locator('.alert').getByRole('link', { name: 'Make corrections' }).click();
    await expectStep(page, 'Method');
    expect(new URL(page.url()).pathname).toBe('/designate/method');

    const visitor = await bench.browser.newPage({ baseURL: bench.app.url });
    await visitor.goto(bench.step('students', school));
    await signInByCode(bench, visitor, kim.email);
    await expectStep(visitor, 'Students');
    expect(new URL(visitor.url()).searchParams.get('school')).toBe(school.id);
  });

  it('shows that an approved one is locked, without any way to change it', async () => {
    const page = await bench.pageOf(counselor, PHONE);
    await page.goto(`/designations/${approved.id}`);
    expect(await page.getByText('This designation has been approved, it cannot be edited.').isVisible()).toBe(
      true,
    );
    expect(await page.getByRole('link', { name: 'Edit designation' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /Save/ }).count()).toBe(0);
    await expectNoAxeViolations(page);
    const patched = await page.request.patch(`${bench.app.url}/api/designations/${approved.id}`, {
      data: { classSize: 12 },
    });
    expect([patched.status(), await patched.json()]).toEqual([
      409,
      {
        statusCode: 409,
        error: 'Conflict',
        message: 'This designation has been approved, it cannot be edited.',
      },
    ]);
  });
});

it('screens that users may not open return 403 or 404 to staff, like unknown ones, and lead to the login page without a session', async () => {
  const page = await bench.pageOf(counselor);
  const response = await page.goto(`/designations/${pending.id}/edit/students`);
  expect(response?.status()).toBe(403);
  expect(await page.getByText('If you need access, contact your administrator.').isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'Go to the dashboard' }).isVisible()).toBe(true);
  const sent = await page.request.post(`${bench.app.url}/designations/${others.id}/edit/students`, {
    form: { version: '1', 'students[0].first': 'Mine' },
  });
  expect(sent.status()).toBe(404);
  for (const id of [others.id, NOBODYS_ID, 'not-an-id']) {
    const missing = await page.goto(`/designations/${id}`);
    expect(missing?.status()).toBe(404);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page not found');
    expect(await page.content()).not.toContain('Secret');
  }
  bench.browser.takeComplaints();
  await page.context().clearCookies();
  await page.goto(`/designations/${pending.id}`);
  const url = new URL(page.url());
  expect([url.pathname, url.searchParams.get('to')]).toEqual(['/login', `/designations/${pending.id}`]);
});

describe('the download of one designation', () => {
  it('marks it, shows the date, and asks before the second time; Cancel downloads nothing', async () => {
    const page = await bench.pageOf(admin);
    await page.goto(`/designations/${pending.id}`);
    const button = page.getByRole('link', { name: 'Download CSV' });
    expect(await button.getAttribute('target')).toBe('_blank');
    const [first] = await Promise.all([page.context().waitForEvent('download'), button.click()]);
    expect(first.suggestedFilename()).toBe('designation-elder-high-2026.csv');
    const rows = parse<Record<string, string>>(await readFile(await first.path()), {
      bom: true,
      columns: true,
    });
    expect(rows.map((row) => row['student id'])).toEqual(pending.students.map(({ id }) => id));

    const fact = page.locator('dt', { hasText: /^Downloaded$/ }).locator('xpath=following-sibling::dd');
    await expect.poll(() => fact.textContent()).toMatch(/AK[SD]T$/);
    const shown = (await fact.textContent()) ?? '';
    const mark = async () => {
      const { downloadedAt } = await bench.orm.em.fork().findOneOrFail(DesignationEntity, { id: pending.id });
      return downloadedAt?.toISOString();
    };
    const before = await mark();

    await button.click();
    const dialog = page.getByRole('alertdialog');
    expect(
      await dialog
        .getByText(
          `This designation was already downloaded at ${shown} - are you sure you want to download it again?`,
        )
        .isVisible(),
    ).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await mark()).toBe(before);

    await button.click();
    const [second] = await Promise.all([
      page.context().waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    await second.path();
    await expect.poll(mark).not.toBe(before);
  });
});
