import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Download, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';

const SOME_DOWNLOADED =
  'Some of these designations have already been downloaded - are you sure you want to continue?';
const PHONE = { viewport: { width: 375, height: 740 } };

const bench = useDesignateApp();
let admin: MadeUser;
let counselor: MadeUser;
let past: MadeYear;
let birch: MadeDesignation;

/** Aspen, Birch and Cedar in 2026; Birch in 2025 too, which alone was downloaded. */
beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm);
  past = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
  const aspen = await makeSchool(orm, { name: 'Aspen High' });
  const cedar = await makeSchool(orm, { name: 'Cedar High' });
  const own = await makeSchool(orm, { name: 'birch high' });
  counselor = (await makeCounselor(orm, [own.id])).user;
  const made = { academicYearId: year.id, submittedById: counselor.id, criteria: 'CUMULATIVE_GPA' } as const;
  await makeDesignation(orm, { ...made, highSchoolId: aspen.id, status: 'STARTED', criteria: null });
  birch = await makeDesignation(orm, {
    ...made,
    highSchoolId: own.id,
    status: 'PENDING',
    classSize: 20,
    students: 2,
    updatedAt: new Date('2026-11-02T00:17:00.000Z'),
  });
  await makeDesignation(orm, { ...made, highSchoolId: cedar.id, status: 'APPROVED', criteria: 'OTHER' });
  await makeDesignation(orm, {
    ...made,
    highSchoolId: own.id,
    academicYearId: past.id,
    status: 'APPROVED',
    classSize: 10,
    students: 1,
    downloadedAt: new Date('2025-12-12T00:03:00.000Z'),
  });
});

/** School and year of each row, from top to bottom. */
const rowsOf = (page: Page) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .evaluateAll((rows) =>
      rows.map((row) => `${row.querySelector('th')?.textContent} ${row.querySelector('td')?.textContent}`),
    );

async function rowsOfFile(download: Download): Promise<Record<string, string>[]> {
  return parse<Record<string, string>>(await readFile(await download.path()), { bom: true, columns: true });
}

describe('the designations list', () => {
  it('shows every column, times in the site’s zone, and all schools to an administrator', async () => {
    const page = await bench.pageOf(admin);
    await page.goto('/designations/');
    expect(await rowsOf(page)).toEqual([
      'Aspen High 2026',
      'birch high 2026',
      'birch high 2025',
      'Cedar High 2026',
    ]);
    const headings = await page.getByRole('columnheader').allTextContents();
    expect(headings).toEqual([
      'High School',
      'Year',
      'Criteria',
      'Status',
      'Last Updated',
      'Downloaded',
      'View',
    ]);
    const row = page.getByRole('row', { name: 'birch high 2026' });
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      '2026',
      'Cumulative GPA',
      'Pending',
      'Nov 1, 2026, 3:17 PM AKST',
      'Not yet',
      'View birch high 2026',
    ]);
    await row.getByRole('link', { name: 'birch high', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'birch high' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/designations/${birch.id}`);
  });

  it('shows staff their own schools’ rows, and no download', async () => {
    const page = await bench.pageOf(counselor);
    await page.goto('/designations');
    expect(await rowsOf(page)).toEqual(['birch high 2026', 'birch high 2025']);
    expect(await page.getByText('Aspen High').count()).toBe(0);
    expect(await page.getByRole('link', { name: /Download CSV/ }).count()).toBe(0);
    await page.goto('/designations?status=STARTED');
    expect(await page.getByText('No designations match').isVisible()).toBe(true);
  });

  it('tells people without a designation what to do', async () => {
    const page = await bench.pageOf(await makeUser(bench.orm));
    await page.goto('/designations');
    expect(await page.getByText('No designations yet').isVisible()).toBe(true);
    await expectNoAxeViolations(page);
  });

  it.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
    'sorts by its headings, keeping the filter ($javaScriptEnabled)',
    async (options) => {
      const page = await bench.pageOf(admin, options);
      await page.goto(`/designations?academicYearId=${bench.year.id}`);
      const heading = (name: string) => page.getByRole('columnheader', { name });
      const byName = ['Aspen High 2026', 'birch high 2026', 'Cedar High 2026'];
      expect(await rowsOf(page)).toEqual(byName);
      expect(await heading('High School').getAttribute('aria-sort')).toBe('ascending');
      await heading('High School').getByRole('link').click();
      await expect.poll(() => rowsOf(page)).toEqual([...byName].reverse());
      expect(await heading('High School').getAttribute('aria-sort')).toBe('descending');
      await heading('Last Updated').getByRole('link').click();
      await expect.poll(async () => (await rowsOf(page))[0]).toBe('birch high 2026');
      expect(await heading('Last Updated').getAttribute('aria-sort')).toBe('descending');
      expect(new URL(page.url()).searchParams.get('academicYearId')).toBe(bench.year.id);
    },
  );

  it.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
    'filters by a form whose state stands in the address ($javaScriptEnabled)',
    async (options) => {
      const page = await bench.pageOf(admin, options);
      await page.goto('/designations');
      await page.getByText('Filter', { exact: true }).click();
      await page.getByLabel('Year').selectOption('2026');
      await page.getByLabel('Pending').check();
      await page.getByLabel('Approved').check();
      await page.getByRole('button', { name: 'Apply filters' }).click();
      await expect.poll(() => rowsOf(page)).toEqual(['birch high 2026', 'Cedar High 2026']);
      expect(await page.getByText('2 designations', { exact: true }).isVisible()).toBe(true);
      await page.reload();
      expect(await rowsOf(page)).toEqual(['birch high 2026', 'Cedar High 2026']);
      expect(await page.getByLabel('Pending').isChecked()).toBe(true);
      expect(await page.getByText('2 applied').isVisible()).toBe(true);
      await page.getByLabel('Other').check();
      await page.getByRole('button', { name: 'Apply filters' }).click();
      await expect.poll(() => rowsOf(page)).toEqual(['Cedar High 2026']);
      await page.getByRole('link', { name: 'Clear' }).click();
      await expect.poll(async () => (await rowsOf(page)).length).toBe(4);
      expect(await page.getByLabel('Other').isChecked()).toBe(false);
    },
  );

  it('says what of an address it does not understand, and shows everything', async () => {
    const page = await bench.pageOf(admin);
    const answer = await page.goto('/designations?status=LOST');
    expect(answer?.status()).toBe(400);
    expect(await page.getByRole('alert').textContent()).toBe(
      'Unable to filter designations: status: Must be one of: STARTED, PENDING, RETURNED, APPROVED, REJECTED.',
    );
    expect(await rowsOf(page)).toHaveLength(4);
    expect(bench.browser.takeComplaints().join()).toContain('400 (Bad Request)');
  });

  it('is accessible and fits, on a desktop and on a phone, light and dark', async () => {
    for (const options of [{}, PHONE, { colorScheme: 'dark' as const }]) {
      const page = await bench.pageOf(admin, options);
      await page.goto('/designations?status=PENDING&status=APPROVED');
      await expectNoAxeViolations(page);
      expect(
        await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
      ).toBe(true);
    }
  });
});

describe('pages of the list', () => {
  it('hold fifty each', async () => {
    const year = await makeYear(bench.orm, { year: 2001, status: 'INACTIVE' });
    for (let made = 0; made < 51; made += 1) {
      const school = await makeSchool(bench.orm, { name: `Spruce ${String(made).padStart(2, '0')}` });
      await makeDesignation(bench.orm, {
        highSchoolId: school.id,
        academicYearId: year.id,
        submittedById: admin.id,
      });
    }
    const page = await bench.pageOf(admin);
    await page.goto(`/designations?academicYearId=${year.id}`);
    expect(await rowsOf(page)).toHaveLength(50);
    expect(await page.getByText('Showing 1 to 50 of 51 designations').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(['Spruce 50 2001']);
    expect(await page.getByText('Showing 51 to 51 of 51 designations').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Previous' }).click();
    await expect.poll(async () => (await rowsOf(page)).length).toBe(50);
  });
});

describe('the download of the list', () => {
  it('asks when some were downloaded; cancelling leaves everything as it was', async () => {
    const page = await bench.pageOf(admin);
    await page.goto('/designations');
    const button = page.getByRole('link', { name: 'Download CSV' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.getByText(SOME_DOWNLOADED).isVisible()).toBe(true);
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await button.evaluate((link) => link === document.activeElement)).toBe(true);
    const [row] = await bench.orm.em
      .fork()
      .execute<{ marked: number }[]>(
        'select count(*)::int as marked from designation where downloaded_at is not null',
      );
    expect(row?.marked).toBe(1);
  });

  it('holds what is filtered, asks nothing the first time, and shows the mark', async () => {
    const page = await bench.pageOf(admin);
    await page.goto('/designations?status=PENDING');
    const [download] = await Promise.all([
      page.context().waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    const rows = await rowsOfFile(download);
    expect(rows.map((row) => [row['first'], row['last'], row['date of birth'], row['address1']])).toEqual(
      birch.students.map(({ first, last, dateOfBirth, address }) => [
        first,
        last,
        dateOfBirth,
        address.address1,
      ]),
    );
    const cell = page.getByRole('row', { name: 'birch high 2026' }).getByRole('cell').nth(4);
    await expect.poll(() => cell.textContent()).toMatch(/^[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M AK[SD]T$/);
    await page.getByRole('link', { name: 'Download CSV' }).click();
    expect(await page.getByRole('alertdialog').getByText(SOME_DOWNLOADED).isVisible()).toBe(true);
  });

  it('offers the whole year beside what is filtered of it', async () => {
    const page = await bench.pageOf(admin, PHONE);
    await page.goto(`/designations?academicYearId=${past.id}&status=PENDING&status=APPROVED`);
    const whole = page.getByRole('link', { name: 'Download CSV of 2025' });
    await whole.click();
    const dialog = page.getByRole('alertdialog');
    const [download] = await Promise.all([
      page.context().waitForEvent('download'),
      dialog.getByRole('button', { name: 'OK' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('designations-2025.csv');
    expect((await rowsOfFile(download)).map((row) => row['school name'])).toEqual(['birch high']);
  });

  it('states the question in the page where there are no scripts', async () => {
    const page = await bench.pageOf(admin, { javaScriptEnabled: false });
    await page.goto(`/designations?academicYearId=${past.id}`);
    const question = page.locator('noscript p');
    expect(await question.textContent()).toBe(SOME_DOWNLOADED);
    expect(await question.isVisible()).toBe(true);
    const [download] = await Promise.all([
      page.context().waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('designations-2025.csv');
  });
});
