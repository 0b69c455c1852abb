import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Download } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
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

it("the designations list sorts by its headings, asks before a second download, and opens a row's designation without reloading the document, or in a new tab on request", async () => {
  const page = await bench.pageOf(list.admin);
  await page.goto('/designations?academicYearId=all');
  await waitForHydration(page);
  await page.evaluate('window.isSameDocument = true');
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

  const heading = page.getByRole('columnheader', { name: 'High School' });
  await heading.getByRole('link').click();
  const reversed = ['Cedar High 2026', 'birch high 2025', 'birch high 2026', 'Aspen High 2026'];
  await expect.poll(() => rowsOf(page)).toEqual(reversed);
  expect(await heading.getAttribute('aria-sort')).toBe('descending');
  const view = page.getByRole('link', { name: 'View birch high 2026' });
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    view.click({ modifiers: ['Control'] }),
  ]);
  await tab.waitForURL(`**/designations/${list.birch.id}?sort=highSchool&direction=asc**`);
  await tab.close();
  expect(new URL(page.url()).pathname).toBe('/designations');
  await view.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'birch high' }).waitFor();
  expect(await page.evaluate('window.isSameDocument')).toBe(true);
  await page.goBack();
  await view.waitFor();
  await page.getByRole('link', { name: 'Pending 1' }).click();
  const one = page.getByRole('link', { name: 'Download this one as CSV' });
  const [download] = await Promise.all([page.context().waitForEvent('download'), one.click()]);
  const rows = await rowsOfFile(download);
  expect(rows.map((row) => [row['first'], row['last'], row['date of birth'], row['address1']])).toEqual(
    list.birch.students.map(({ first, last, dateOfBirth, address }) => [
      ...[first, last, dateOfBirth, address.address1],
    ]),
  );
  const cell = page.getByRole('row', { name: 'birch high 2026' }).getByRole('cell').nth(7);
  await expect.poll(() => cell.textContent()).toMatch(/^[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M AK[SD]T$/);
  expect(await page.evaluate('window.isSameDocument')).toBe(true);
  await one.click();
  expect(await dialog.getByText(SOME_DOWNLOADED, { exact: true }).isVisible()).toBe(true);
});

describe('the download of the list', () => {
  it('offers the whole year separately, and shows first how many it marks, on a phone, light and dark', async () => {
    const page = await bench.pageOf(list.admin, PHONE);
    const confirmation = (count: string) =>
      `This CSV contains ${count}, not just those that match the filter. Each will be marked as downloaded.`;
    const downloads = page.getByRole('main').getByRole('link', { name: /^Download (CSV|these|this|all)/ });
    await page.goto(`/designations?academicYearId=${list.past.id}&status=PENDING&status=APPROVED&sort=year`);
    await waitForHydration(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeViolations(page);
    }
    expect(
      await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    ).toBe(true);
    const sentence = page.getByText(confirmation('all designations for 2025 (1)')).first();
    expect(await sentence.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await sentence.isVisible()).toBe(false);
    const breaks = await page
      .locator('.card:has(table)')
      .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).breakInside));
    expect(breaks).toEqual(['auto']);
    await page.emulateMedia({ media: 'screen' });
    await downloads.nth(2).click();
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.locator('.text-pre-line').textContent()).toBe(
      `${confirmation('all designations for 2025 (1)')}\n\n${SOME_DOWNLOADED}`,
    );
    const [download] = await Promise.all([
      page.context().waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('designations-2025.csv');
    expect((await rowsOfFile(download)).map((row) => row['school name'])).toEqual(['birch high']);

    const chips = page.getByRole('list', { name: 'Applied filters' }).getByRole('link');
    await page.goto(`/highschools?name=${'longname'.repeat(10)}&phone=907`);
    expect(await chips.count()).toBe(2);
    for (const chip of await chips.all()) {
      const box = await chip.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(PHONE.viewport.width);
    }
  });
});
