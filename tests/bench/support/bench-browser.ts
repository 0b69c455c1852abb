import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { BenchApp } from '#tests/bench/support/bench-app.server.ts';
import { teardown, unpackChromium } from '#tests/support/chromium.global.ts';
import { launchChromium } from '#tests/support/launch-chromium.ts';

/** Chromium, outside of vitest. */
export interface BenchBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** @param args further command-line options of Chromium */
export async function openBenchBrowser(args: readonly string[] = []): Promise<BenchBrowser> {
  const browser = await launchChromium(await unpackChromium(), args);
  return {
    browser,
    close: async () => {
      await browser.close();
      await teardown();
    },
  };
}

/** Signs the visitor in as this user. */
export async function signIn(app: BenchApp, context: BrowserContext, userId: string): Promise<void> {
  const cookie = await app.cookieOf(userId);
  const at = cookie.indexOf('=');
  await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: app.server.url }]);
}

/** Waits until React has hydrated the page's heading. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1');
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'));
  });
}
