import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DesignationCheckEntity } from '#db/entities/designation-check.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { rowsOf, useReviewList } from '#tests/support/review-list.server.ts';

const SOME_DOWNLOADED =
  'Some of these designations have already been downloaded - are you sure you want to continue?';
const PHONE = { viewport: { width: 375, height: 740 } };

const bench = useDesignateApp();
const list = useReviewList(bench);

async function rowsOfFile(download: Download): Promise<Record<string, string>[]> {
  return parse<Record<string, string>>(await readFile(await download.path()), { bom: true, columns: true });
}

/** Sorts the year's list by its headings. */
async function expectSortsByHeadings(page: Page): Promise<void> {
  const heading = (name: string) => page.getByRole('columnheader', { name });
  const byName = ['Aspen High 2026', 'birch high 2026', 'Cedar High 2026'];
  expect(await rowsOf(page)).toEqual(byName);
  expect(await heading('High School').getAttribute('aria-sort')).toBe('ascending');
  await heading('High School').getByRole('link').click();
  await expect.poll(() => rowsOf(page)).toEqual(byName.toReversed());
  expect(await heading('High School').getAttribute('aria-sort')).toBe('descending');
  await heading('Last Updated').getByRole('link').click();
  await expect.poll(async () => (await rowsOf(page))[0]).toBe('birch high 2026');
  expect(await heading('Last Updated').getAttribute('aria-sort')).toBe('descending');
  expect(new URL(page.url()).searchParams.get('academicYearId')).toBe(bench.year.id);
}

describe('the designations list', () => {
  it("shows every column, times in the site's zone, and all schools to an administrator", async () => {
    await expect.poll(() => bench.orm.em.fork().count(DesignationCheckEntity)).toBe(0);
    const page = await bench.pageOf(list.admin);
    await page.goto('/designations/?academicYearId=all');
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
      'Class size',
      'Students',
      'Submitted',
      'Last Updated',
      'Downloaded',
      'Warnings',
      'View',
    ]);
    const row = page.getByRole('row', { name: 'birch high 2026' });
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      '2026',
      'Cumulative GPA',
      'Pending',
      '20',
      '2',
      'Not recorded',
      'Nov 1, 2026, 3:17 PM AKST',
      'Not yet',
      'Class size',
      'View',
    ]);
    await row.getByRole('link', { name: 'birch high', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'birch high' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/designations/${list.birch.id}`);
  });

  it("sorts by its headings, keeping the filter, and opens a row's designation without reloading the document, or in a new tab on request", async () => {
    const page = await bench.pageOf(list.admin);
    await page.goto(`/designations?academicYearId=${bench.year.id}`);
    await waitForHydration(page);
    await page.evaluate('window.isSameDocument = true');
    await expectSortsByHeadings(page);
    const view = page.getByRole('link', { name: 'View birch high 2026' });
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      view.click({ modifiers: ['Control'] }),
    ]);
    await tab.waitForURL(`**/designations/${list.birch.id}?academicYearId=${bench.year.id}**`);
    await tab.close();
    expect(new URL(page.url()).pathname).toBe('/designations');
    await view.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'birch high' }).waitFor();
    expect(await page.evaluate('window.isSameDocument')).toBe(true);
    await page.goBack();
    await view.waitFor();
    expect(await page.evaluate('window.isSameDocument')).toBe(true);
  });

  it("shows staff their own schools' rows of every year, without tabs, search, checkboxes, decisions, or download", async () => {
    const page = await bench.pageOf(list.counselor);
    await page.goto('/designations');
    expect(await rowsOf(page)).toEqual(['birch high 2026', 'birch high 2025']);
    expect(await page.getByRole('navigation', { name: 'Status' }).count()).toBe(0);
    expect(await page.getByRole('searchbox', { name: 'School name' }).count()).toBe(0);
    const main = page.getByRole('main');
    expect(await main.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0);
    expect(await main.getByRole('button', { name: /Approve|Return|Download/ }).count()).toBe(0);
    expect(await page.getByText('Aspen High').count()).toBe(0);
    expect(await page.getByRole('link', { name: /Download CSV/ }).count()).toBe(0);
    await page.goto('/designations?status=STARTED');
    expect(await page.getByText('No designations match').isVisible()).toBe(true);
  });

  it('explains the next step to people without a designation', async () => {
    const counselor = await makeUser(bench.orm);
    await makeStaff(bench.orm, { userId: counselor.id, highSchoolId: (await makeSchool(bench.orm)).id });
    const page = await bench.pageOf(counselor);
    await page.goto('/designations');
    expect(await page.getByText('No designations yet').isVisible()).toBe(true);
    await expectNoAxeViolations(page);
  });

  it('works without scripts: its headings sort and keep the filter, and the download asks in the page', async () => {
    const page = await bench.pageOf(list.admin, { javaScriptEnabled: false });
    await page.goto(`/designations?academicYearId=${bench.year.id}`);
    await expectSortsByHeadings(page);

    await page.goto(`/designations?academicYearId=${list.past.id}`);
    const question = page.locator('noscript p');
    expect(await question.textContent()).toBe(SOME_DOWNLOADED);
    expect(await question.isVisible()).toBe(true);
    const [download] = await Promise.all([
      page.context().waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('designations-2025.csv');
  });

  it('is accessible and fits on a phone with filters, light and dark', async () => {
    const page = await bench.pageOf(list.admin, PHONE);
    await page.goto('/designations?status=PENDING&status=APPROVED&sort=year');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeViolations(page);
    }
    expect(
      await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    ).toBe(true);
  });
});

describe('pages of the list', () => {
  it('have fifty designations each', async () => {
    const year = await makeYear(bench.orm, { year: 2001, status: 'INACTIVE' });
    for (let made = 0; made < 51; made += 1) {
      const school = await makeSchool(bench.orm, { name: `Spruce ${String(made).padStart(2, '0')}` });
      await makeDesignation(bench.orm, {
        highSchoolId: school.id,
        academicYearId: year.id,
        submittedById: list.admin.id,
      });
    }
    const page = await bench.pageOf(list.admin);
    await page.goto(`/designations?academicYearId=${year.id}`);
    expect(await rowsOf(page)).toHaveLength(50);
    expect(await page.getByText('Showing 1 to 50 of 51 designations').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(['Spruce 50 2001']);
    expect(await page.getByText('Showing designation 51 of 51').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Previous' }).click();
    await expect.poll(async () => (await rowsOf(page)).length).toBe(50);
    await page.getByRole('link', { name: 'Last', exact: true }).click();
    await expect.poll(() => rowsOf(page)).toEqual(['Spruce 50 2001']);
    await page.getByRole('link', { name: 'First', exact: true }).click();
    await expect.poll(async () => (await rowsOf(page)).length).toBe(50);
    expect(new URL(page.url()).search).toBe(`?academicYearId=${year.id}`);
  });
});

describe('the download of the list', () => {
  it("asks if some were downloaded already, contains the filtered rows, doesn't ask the first time, and shows the download date", async () => {
    const page = await bench.pageOf(list.admin);
    await page.goto('/designations?academicYearId=all');
    const button = page.getByRole('link', { name: 'Download CSV' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.getByText(SOME_DOWNLOADED).isVisible()).toBe(true);
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await button.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await bench.orm.em.fork().count(DesignationEntity, { downloadedAt: { $ne: null } })).toBe(1);

    await page.goto('/designations?status=PENDING');
    const [download] = await Promise.all([
      page.context().waitForEvent('download'),
      page.getByRole('link', { name: 'Download this one as CSV' }).click(),
    ]);
    const rows = await rowsOfFile(download);
    expect(rows.map((row) => [row['first'], row['last'], row['date of birth'], row['address1']])).toEqual(
      list.birch.students.map(({ first, last, dateOfBirth, address }) => [
        first,
        last,
        dateOfBirth,
        address.address1,
      ]),
    );
    const cell = page.getByRole('row', { name: 'birch high 2026' }).getByRole('cell').nth(7);
    await expect.poll(() => cell.textContent()).toMatch(/^[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M AK[SD]T$/);
    await page.getByRole('link', { name: 'Download this one as CSV' }).click();
    expect(await page.getByRole('alertdialog').getByText(SOME_DOWNLOADED, { exact: true }).isVisible()).toBe(
      true,
    );
  });

  it('offers the whole year separately, and shows first how many it marks', async () => {
    const page = await bench.pageOf(list.admin, PHONE);
    const confirmation = (count: string) =>
      `This CSV contains ${count}, not just those that match the filter. Each will be marked as downloaded.`;
    const downloads = page.getByRole('main').getByRole('link', { name: /^Download (CSV|these|this|all)/ });
    const named = async () =>
      (await downloads.allTextContents()).map((text) => text.replace(/\s*\(.*\)$/, ''));
    await page.goto(`/designations?academicYearId=${bench.year.id}&status=STARTED&status=APPROVED`);
    await waitForHydration(page);
    expect(await named()).toEqual([
      'Download these 2 as CSV',
      'Download these 2 as Excel',
      'Download all of 2026, ignoring the filter',
    ]);
    expect(await downloads.nth(0).getAttribute('href')).toBe(
      `/api/designations/download?academicYearId=${bench.year.id}&status=STARTED&status=APPROVED`,
    );
    expect(await page.getByText(confirmation('3 designations for 2026')).first().isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText(confirmation('3 designations for 2026')).first().isVisible()).toBe(false);
    const breaks = await page
      .locator('.card:has(table)')
      .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).breakInside));
    expect(breaks).toEqual(['auto']);
    await page.emulateMedia({ media: 'screen' });

    await page.goto(`/designations?academicYearId=${list.past.id}&status=PENDING&status=APPROVED`);
    await waitForHydration(page);
    expect(await named()).toEqual([
      'Download this one as CSV',
      'Download this one as Excel',
      'Download all of 2025, ignoring the filter',
    ]);
    await downloads.nth(2).click();
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.locator('.text-pre-line').textContent()).toBe(
      `${confirmation('1 designation for 2025')}\n\n${SOME_DOWNLOADED}`,
    );
    const [download] = await Promise.all([
      page.context().waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('designations-2025.csv');
    expect((await rowsOfFile(download)).map((row) => row['school name'])).toEqual(['birch high']);
  });
});
