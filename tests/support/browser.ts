import path from 'node:path';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';
import { launchChromium } from '#tests/support/launch-chromium.ts';

/** Overrides of the default visitor: desktop, English, New York time. */
export interface VisitorOptions {
  javaScriptEnabled?: boolean;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  hasTouch?: boolean;
  baseURL?: string;
}

/** A test file's browser, which other files may share. All its pages are monitored for errors. */
export interface TestBrowser {
  /** Opens a page for a new visitor with separate cookies and storage. It is closed when the test ends. */
  newPage(options?: VisitorOptions): Promise<Page>;
  /** Returns and clears the errors so far, for tests that expect some. Any other errors fail the test. */
  takeComplaints(): string[];
}

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };
const SCREENSHOT_FOLDER = 'build/screenshots';
const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What Remix logs when a newer load replaces one whose response has begun. */
const ABORTED_LOAD = 'AbortError: BodyStreamBuffer was aborted';

/** 360 × 740 is a small phone. */
export const VIEWPORTS = { phone: PHONE, desktop: DESKTOP };

/** Shared by all files of a worker. Closed after a failed test, because it may no longer render pages. */
let opened: Promise<Browser> | undefined;

/**
 * Opens a browser for a file or `describe`. Tests fail on console errors (including CSP violations), exceptions, and
 * requests to other hosts. Failed tests leave screenshots in build/screenshots.
 */
export function useBrowser(): TestBrowser {
  const contexts = new Set<BrowserContext>();
  let complaints: string[] = [];

  beforeAll(() => openBrowser(inject('chromiumFolder')));

  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail';
    if (hasFailed) await pictureAll(contexts, task.name);
    await Promise.all(Array.from(contexts, (context) => context.close()));
    contexts.clear();
    if (hasFailed) await closeBrowser();
    const left = complaints;
    complaints = [];
    expect(left, 'what the pages complained of').toEqual([]);
  });

  return {
    newPage: async ({ javaScriptEnabled = true, viewport = DESKTOP, ...options } = {}) => {
      const browser = await openBrowser(inject('chromiumFolder'));
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
        if (message.type() !== 'error' || message.text().startsWith(ABORTED_LOAD)) return;
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

/** Saves a full-page screenshot as build/screenshots/NAME.png. Returns its path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  const file = path.resolve(SCREENSHOT_FOLDER, `${name.replaceAll(/[^\w-]+/g, '-')}.png`);
  await page.screenshot({ path: file, fullPage: true });
  return file;
}

/** Fails if axe finds violations of WCAG 2.2 A and AA or of its best practices. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(axe.source);
  await page.evaluate(animationsEnd);
  // Of these rules, only the one about sound preloads anything. By default, axe also requests and parses all stylesheets.
  const options: RunOptions = {
    runOnly: { type: 'tag', values: WCAG_TAGS },
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  };
  const results = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  const violations = results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.html}`),
  );
  expect(violations, `accessibility of ${page.url()}`).toEqual([]);
}

/** Waits for animations, because intermediate colors can fail contrast checks. Runs in the page. */
async function animationsEnd(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

async function pictureAll(contexts: Set<BrowserContext>, testName: string): Promise<void> {
  const pages = Array.from(contexts).flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    await screenshot(page, `failed ${testName} ${index + 1}`).catch(() => undefined);
  }
}

async function openBrowser(folder: string): Promise<Browser> {
  const earlier = await opened?.catch(() => undefined);
  if (earlier?.isConnected() === true) return earlier;
  opened = launchChromium(folder);
  return opened;
}

async function closeBrowser(): Promise<void> {
  const browser = await opened?.catch(() => undefined);
  opened = undefined;
  await browser?.close();
}
