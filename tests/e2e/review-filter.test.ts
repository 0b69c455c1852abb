import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { rowsOf, useReviewList } from '#tests/support/review-list.server.ts';

const bench = useDesignateApp();
const list = useReviewList(bench);

/** Opens the list of all years with its filter, and returns the field of the school's name. */
async function openFilter(page: Page): Promise<Locator> {
  await page.goto('/designations?academicYearId=all');
  await waitForHydration(page);
  await page.getByText('Filter', { exact: true }).click();
  return page.getByRole('combobox', { name: 'High school' });
}

describe('with scripts the list', () => {
  it('updates one second after the last key, keeps the focus and its panels open, also with Back and Forward, and is ordered in its own panel', async () => {
    const page = await bench.pageOf(list.admin);
    await page.clock.install();
    const school = await openFilter(page);
    const total = page.getByRole('status').first();
    await page.clock.pauseAt(Date.now() + 60_000);
    await school.pressSequentially('ceda');
    await page.clock.runFor(999);
    expect(new URL(page.url()).search).toBe('?academicYearId=all');
    await school.press('r');
    await page.clock.runFor(999);
    expect(new URL(page.url()).search).toBe('?academicYearId=all');
    await page.clock.runFor(1);
    await expect.poll(() => rowsOf(page)).toEqual(['Cedar High 2026']);
    await page.clock.resume();
    expect(await total.textContent()).toBe('1 designation');
    expect(new URL(page.url()).search).toBe('?highSchoolName=cedar');
    expect(await school.inputValue()).toBe('cedar');
    expect(await school.evaluate((field) => field === document.activeElement)).toBe(true);
    const entries = await page.evaluate(() => history.length);
    await school.press('Enter');
    expect(await school.inputValue()).toBe('cedar');
    expect(await page.evaluate(() => history.length)).toBe(entries);

    await page.getByText('Sort', { exact: true }).click();
    await page.getByLabel('Started', { exact: true }).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => total.textContent()).toBe('0 designations');
    expect(
      await page.getByLabel('Started', { exact: true }).evaluate((box) => box === document.activeElement),
    ).toBe(true);
    await page.goBack();
    await expect.poll(() => rowsOf(page)).toEqual(['Cedar High 2026']);
    expect(await page.getByLabel('Started', { exact: true }).isChecked()).toBe(false);
    expect(await page.getByLabel('Started', { exact: true }).isVisible()).toBe(true);
    const sort = page.getByLabel('Sort by');
    expect(await sort.isVisible()).toBe(true);
    await page.goBack();
    await expect.poll(async () => (await rowsOf(page)).length).toBe(4);
    expect(await school.inputValue()).toBe('');
    await page.goForward();
    await expect.poll(() => rowsOf(page)).toEqual(['Cedar High 2026']);
    expect(await school.inputValue()).toBe('cedar');
    await page.goBack();
    await expect.poll(async () => (await rowsOf(page)).length).toBe(4);

    expect(await page.getByRole('radio', { name: 'A to Z, newest first' }).isChecked()).toBe(true);
    await sort.selectOption('Year');
    await page.getByRole('radio', { name: 'Z to A, oldest first' }).check();
    await expect.poll(async () => (await rowsOf(page))[0]).toBe('birch high 2025');
    expect(new URL(page.url()).search).toBe('?sort=year&direction=asc');
    await page.keyboard.press('Escape');
    await page.getByText('Filter', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'High School' }).getByRole('link').click();
    await expect.poll(async () => (await rowsOf(page))[0]).toBe('Aspen High 2026');
    expect(await sort.inputValue()).toBe('highSchool');
  });

  it("says what is invalid in the URL, suggests schools while a name is typed, shows ‘Validation error’ beside the field for schools that don't match the schema, and keeps a name that is typed while the list of the previous one loads", async () => {
    const page = await bench.pageOf(list.admin);
    await page.clock.install();
    await page.goto('/designations?academicYearId=all&status=LOST');
    await waitForHydration(page);
    expect(await page.getByRole('alert').textContent()).toContain('Status: Choose one of the options.');
    await expectNoAxeViolations(page);
    expect(bench.browser.takeComplaints().join()).toContain('400 (Bad Request)');
    const school = await openFilter(page);
    const type = async (name: string) => {
      await school.fill(name);
      await page.clock.runFor(1_000);
    };
    await type('birch');
    await expect
      .poll(() =>
        page
          .locator('datalist option')
          .evaluateAll((options) => options.map((one) => one.getAttribute('value'))),
      )
      .toEqual(['birch high']);
    await type('birch high');
    await expect.poll(() => rowsOf(page)).toEqual(['birch high 2026', 'birch high 2025']);

    const suggestions = '**/designations/schools?name=bir';
    await page.route(suggestions, (route) => route.fulfill({ json: { schools: [{ id: 7 }] } }));
    await type('bir');
    await page.getByText('Error: Validation error', { exact: true }).waitFor();
    expect(await school.inputValue()).toBe('bir');
    await expectNoAxeViolations(page);
    await type('birch');
    await page.getByText('Error: Validation error').waitFor({ state: 'detached' });
    await expect.poll(() => rowsOf(page)).toEqual(['birch high 2026', 'birch high 2025']);
    await page.unroute(suggestions);

    let release = () => undefined as void;
    const isTyped = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      ({ searchParams }) => searchParams.get('highSchoolName') === 'bir',
      async (route) => {
        await isTyped;
        await route.continue();
      },
    );
    const first = page.waitForRequest((request) => request.url().includes('highSchoolName=bir'));
    await page.clock.pauseAt(Date.now() + 60_000);
    await type('bir');
    await first;
    await school.fill('cedar');
    release();
    await expect.poll(() => new URL(page.url()).search).toBe('?highSchoolName=bir');
    expect(await school.inputValue()).toBe('cedar');
    await school.blur();
    await page.clock.runFor(1000);
    await expect.poll(() => rowsOf(page)).toEqual(['Cedar High 2026']);
    expect(await school.inputValue()).toBe('cedar');
  });
});
