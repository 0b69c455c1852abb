import path from 'node:path';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

/** How the page's visitor differs from the usual one, who has a desktop, English, and New York's time. */
export interface VisitorOptions {
  javaScriptEnabled?: boolean;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** What relative addresses in `goto` begin with. */
  baseURL?: string;
}

/** One browser for a test file. Every page opened through it is watched. */
export interface TestBrowser {
  /** A page of a new visitor: own cookies, own storage. It closes when the test ends. */
  newPage(options?: VisitorOptions): Promise<Page>;
  /**
   * Answers and forgets what the pages complained of so far: for the tests in which a complaint is right, such as the browser's note
   * of a 404. What is left when a test ends fails it.
   */
  takeComplaints(): string[];
}

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };
const SCREENSHOT_FOLDER = 'build/screenshots';
const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Sizes to test with: 360 × 740 is a small phone. */
export const VIEWPORTS = { phone: PHONE, desktop: DESKTOP };

/**
 * Opens a browser for the file or `describe` it is called in. A test fails when a page wrote an error to the console (violations of
 * the content security policy are among them), threw one, or asked another host for anything. Of a failed test's open pages a
 * picture is left in build/screenshots.
 */
export function useBrowser(): TestBrowser {
  let browser: Browser | undefined;
  const contexts = new Set<BrowserContext>();
  let complaints: string[] = [];

  beforeAll(async () => {
    browser = await launch(inject('chromiumFolder'));
  });

  afterAll(() => browser?.close());

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await pictureAll(contexts, task.name);
    await Promise.all(Array.from(contexts, (context) => context.close()));
    contexts.clear();
    const left = complaints;
    complaints = [];
    expect(left, 'what the pages complained of').toEqual([]);
  });

  return {
    newPage: async ({ javaScriptEnabled = true, viewport = DESKTOP, ...options } = {}) => {
      if (!browser) throw new Error('The browser is open only while hooks and tests run.');
      const context = await browser.newContext({
        javaScriptEnabled,
        viewport,
        locale: 'en-US',
        timezoneId: 'America/New_York',
        ...options,
      });
      contexts.add(context);
      context.setDefaultTimeout(15_000);
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        complaints.push(`${message.page()?.url() ?? ''}: ${message.text()} ${message.location().url}`.trim());
      });
      context.on('weberror', (error) => {
        complaints.push(`${error.page()?.url() ?? ''}: ${String(error.error())}`);
      });
      return context.newPage();
    },
    takeComplaints: () => {
      const taken = complaints;
      complaints = [];
      return taken;
    },
  };
}

/** Keeps a picture of the whole page as build/screenshots/NAME.png and answers its path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  const file = path.resolve(SCREENSHOT_FOLDER, `${name.replaceAll(/[^\w-]+/g, '-')}.png`);
  await page.screenshot({ path: file, fullPage: true });
  return file;
}

/** Fails, naming rule and place, where axe finds anything against WCAG 2.2 A and AA or its best practices. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const options: RunOptions = { runOnly: { type: 'tag', values: WCAG_TAGS }, resultTypes: ['violations'] };
  const results = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  const violations = results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.html}`),
  );
  expect(violations, `accessibility of ${page.url()}`).toEqual([]);
}

async function pictureAll(contexts: Set<BrowserContext>, testName: string): Promise<void> {
  const pages = Array.from(contexts).flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    await screenshot(page, `failed ${testName} ${index + 1}`).catch(() => undefined);
  }
}

function launch(folder: string): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  ];
  if (folder === '') return chromium.launch({ channel: 'chrome', args });
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    args: [...args, '--disable-gpu', '--no-zygote', '--font-render-hinting=none'],
    env: {
      HOME: folder,
      TMPDIR: folder,
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
    },
  });
}
