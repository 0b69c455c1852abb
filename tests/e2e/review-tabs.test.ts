import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { rowsOf, useReviewList } from '#tests/support/review-list.server.ts';

const bench = useDesignateApp();
const list = useReviewList(bench);
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 800, height: 768 },
];
const OF_2026 = ['Aspen High 2026', 'birch high 2026', 'Cedar High 2026'];
const OF_ALL_YEARS = ['Aspen High 2026', 'birch high 2026', 'birch high 2025', 'Cedar High 2026'];

describe('the tabs and the search field of the list', () => {
  it('narrow the active year by status and school, and show every year until the list is opened again', async () => {
    const page = await bench.pageOf(list.admin);
    await page.goto('/designations');
    expect(await rowsOf(page)).toEqual(OF_2026);
    const tabs = page.getByRole('navigation', { name: 'Status' });
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual([
      'All 3',
      'Started 1',
      'Pending 1',
      'Returned 0',
      'Approved 1',
      'Rejected 0',
    ]);
    await tabs.getByRole('link', { name: 'Pending 1' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(['birch high 2026']);
    expect(new URL(page.url()).search).toBe(`?academicYearId=${bench.year.id}&status=PENDING`);
    expect(await tabs.getByRole('link', { name: 'Pending 1' }).getAttribute('aria-current')).toBe('page');
    await tabs.getByRole('link', { name: 'All 3' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(OF_2026);
    const find = page.getByRole('searchbox', { name: 'School name' });
    await find.fill('ced');
    await find.press('Enter');
    await expect.poll(() => rowsOf(page)).toEqual(['Cedar High 2026']);
    expect(await find.inputValue()).toBe('ced');
    const chips = page.getByRole('list', { name: 'Applied filters' }).getByRole('link');
    expect([...(await chips.allInnerTexts())].sort()).toEqual(['Academic year: 2026', 'High school: ced']);
    await find.fill('');
    await find.press('Enter');
    await expect.poll(() => rowsOf(page)).toEqual(OF_2026);
    await chips.getByText('Academic year: 2026').click();
    await expect.poll(() => rowsOf(page)).toEqual(OF_ALL_YEARS);
    expect(new URL(page.url()).search).toBe('?academicYearId=all');
    expect(await chips.count()).toBe(0);

    await page.goto('/designations');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Show all years' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(OF_ALL_YEARS);
    await page.reload();
    expect(await rowsOf(page)).toEqual(OF_ALL_YEARS);
    await page.getByRole('link', { name: 'View birch high 2025' }).click();
    await page.getByRole('heading', { level: 1, name: 'birch high' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Designations', exact: true }).click();
    await expect.poll(() => rowsOf(page)).toEqual(OF_ALL_YEARS);
    await page.goto('/designations');
    expect(await rowsOf(page)).toEqual(OF_2026);
  });
});

it('the list has one line a row, with the first row in view, and its panels open over it, on a large, a middle, and a small screen', async () => {
  const page = await bench.pageOf(list.admin);
  const frame = page.locator('.table-frame', { has: page.getByRole('table', { name: 'Designations' }) });
  const first = frame.locator('tbody tr').first();
  const bottomOf = async () => {
    const box = await first.boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? 0);
  };
  await page.goto('/designations');
  await waitForHydration(page);
  for (const viewport of SCREENS) {
    await page.setViewportSize(viewport);
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    for (const row of await frame.locator('tbody tr').all()) {
      expect(await row.evaluate((one) => getComputedStyle(one).display)).toBe('table-row');
      expect((await row.boundingBox())?.height).toBeLessThan(48);
    }
    expect(await bottomOf()).toBeLessThanOrEqual(viewport.height);
  }
  await expectNoAxeViolations(page);

  await page.goto('/designations?status=APPROVED&status=PENDING&status=STARTED&afterDate=2020-01-01');
  await waitForHydration(page);
  for (const viewport of SCREENS) {
    await page.setViewportSize(viewport);
    const before = await first.boundingBox();
    expect(await bottomOf()).toBeLessThanOrEqual(viewport.height);
    for (const title of ['Filter', 'Sort']) {
      await page.getByText(title, { exact: true }).click();
      expect(await first.boundingBox()).toEqual(before);
      if (viewport.width === 800) await expectNoAxeViolations(page);
      await page.getByText(title, { exact: true }).click();
    }
    await page.getByText('Filter', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Returned' }).focus();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Apply filters' }).isVisible()).toBe(false);
  }
});
