import type { Locator, Page } from 'playwright-core';

/** Presses Tab until the element has focus, at most 150 times. */
export async function tabTo(page: Page, index: Locator): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    if (await index.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The key Tab does not lead there.');
}
