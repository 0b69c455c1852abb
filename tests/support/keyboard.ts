import type { Locator, Page } from 'playwright-core';

/** Presses Tab, or Shift+Tab, until the element has focus, at most 150 times. */
export async function tabTo(page: Page, index: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    if (await index.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead there.`);
}
