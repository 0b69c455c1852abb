import { expect, it } from 'vitest';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { useReviewList } from '#tests/support/review-list.server.ts';

const bench = useDesignateApp();
const list = useReviewList(bench);
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 800, height: 768 },
];

it('the list has one line a row, with the first row in view, and its panels open over it, on a large, a middle, and a small screen', async () => {
  const page = await bench.pageOf(list.admin);
  const frame = page.locator('.table-frame', { has: page.getByRole('table', { name: 'Designations' }) });
  const first = frame.locator('tbody tr').first();
  const bottomOf = async () => {
    const box = await first.boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? 0);
  };
  await page.goto('/designations?status=APPROVED&status=PENDING&status=STARTED&afterDate=2020-01-01');
  await waitForHydration(page);
  for (const viewport of SCREENS) {
    await page.setViewportSize(viewport);
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    for (const row of await frame.locator('tbody tr').all()) {
      expect(await row.evaluate((one) => getComputedStyle(one).display)).toBe('table-row');
      expect((await row.boundingBox())?.height).toBeLessThan(48);
    }
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
