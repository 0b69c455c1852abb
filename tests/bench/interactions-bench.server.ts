import type { Page } from 'playwright-core';
import { openBenchBrowser, signIn, waitForHydration } from '#tests/bench/support/bench-browser.ts';
import { plainFigure } from '#tests/bench/support/figures.ts';
import { openPageScene } from '#tests/bench/support/page-scene.server.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { percentile } from '#tests/bench/support/statistics.ts';

const STUDENTS = 100;
const OPENED_STUDENTS = 12;
const SELECTED_ROWS = 12;
const CPU_SLOWDOWN = 4;
const MS_BETWEEN_KEYS = 80;
const SHARE = 0.98;
const TARGET = { atMost: 200 };
/** The browser reports an interaction some time after the paint that ends it. */
const REPORTED_MS = 500;
const SORTS = ['Criteria', 'Status', 'Last Updated', 'High School'];

/** TypeScript 5.9 doesn't know `interactionId`, which is 0 for events that belong to no interaction. */
type InteractionTiming = PerformanceEventTiming & { readonly interactionId: number };

declare global {
  interface Window {
    /** The duration of each interaction so far, by its ID. */
    recordedInteractions: Map<number, number>;
  }
}

/** P13: from a press or a key to the next paint, on a processor a quarter as fast. */
export async function interactionsBench(report: Report): Promise<void> {
  await withResources(async (keep) => {
    const { app, adminId, startedWith } = await openPageScene(keep);
    const { counselorId, path: step } = await startedWith(STUDENTS);
    const { browser } = await keep(openBenchBrowser());
    const visits = [
      { what: `students step of ${STUDENTS}`, userId: counselorId, path: step, use: useStudentsStep },
      { what: 'designations list', userId: adminId, path: '/designations', use: useList },
    ];
    for (const { what, userId, path, use } of visits) {
      const context = await browser.newContext({ baseURL: app.server.url });
      await signIn(app, context, userId);
      const page = await context.newPage();
      await recordInteractions(page);
      await page.goto(path);
      await waitForHydration(page);
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
      for (const [interaction, durations] of Object.entries(await use(page))) {
        const name = `${what}, ${interaction} (${durations.length}), p98 to the next paint`;
        report.add(plainFigure('P13', name, 'ms', [percentile(durations, SHARE)], TARGET));
      }
      await context.close();
    }
  });
}

type Durations = Record<string, readonly number[]>;

async function useStudentsStep(page: Page): Promise<Durations> {
  const indexes = Array.from({ length: OPENED_STUDENTS }, (_, at) => 1 + at * 8);
  const opening: number[] = [];
  const typing: number[] = [];
  const closing: number[] = [];
  for (const index of indexes) {
    const form = page.getByRole('group', { name: new RegExp(`^Student ${index} of `) });
    opening.push(
      ...(await durationsOf(page, async () => {
        await page.getByRole('button', { name: new RegExp(`^Student ${index} `) }).click();
        await form.waitFor();
      })),
    );
    typing.push(
      ...(await durationsOf(page, async () => {
        await form.getByLabel('First name').pressSequentially('Maria', { delay: MS_BETWEEN_KEYS });
        await form.getByLabel('Phone').fill('');
        await form.getByLabel('Phone').pressSequentially('9075550123', { delay: MS_BETWEEN_KEYS });
      })),
    );
    closing.push(
      ...(await durationsOf(page, async () => {
        await page.keyboard.press('Escape');
        await form.waitFor({ state: 'detached' });
      })),
    );
  }
  return { 'opening a student': opening, typing, 'closing a student': closing };
}

async function useList(page: Page): Promise<Durations> {
  const selecting = await durationsOf(page, async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    const rows = page.getByRole('row').getByRole('checkbox', { name: /^Select School / });
    for (let at = 0; at < SELECTED_ROWS; at += 1) await rows.nth(at).click();
  });
  const menus = await durationsOf(page, async () => {
    const menus = page.locator('main summary:visible').or(page.locator('.shell-user button'));
    for (const menu of await menus.all()) {
      await menu.click();
      await page.keyboard.press('Escape');
    }
  });
  const sorting = await durationsOf(page, async () => {
    for (const name of SORTS) {
      const heading = page.getByRole('columnheader', { name });
      const before = await heading.getAttribute('aria-sort');
      await heading.getByRole('link').click();
      await page.waitForFunction(
        ([text, sort]) =>
          [...document.querySelectorAll('th')].some(
            (cell) => cell.textContent.includes(text ?? '') && cell.getAttribute('aria-sort') !== sort,
          ),
        [name, before],
      );
    }
  });
  return { selecting, 'opening menus': menus, sorting };
}

/** The browser reports interactions that took 16 ms or longer, rounded to 8 ms. */
async function recordInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded = new Map<number, number>();
    window.recordedInteractions = recorded;
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as InteractionTiming[]) {
        if (interactionId === 0) continue;
        recorded.set(interactionId, Math.max(duration, recorded.get(interactionId) ?? 0));
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** Returns the durations of the interactions that `act` caused, in ms. */
async function durationsOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.waitForTimeout(REPORTED_MS);
  const earlier = await page.evaluate(() => [...window.recordedInteractions.keys()]);
  await act();
  await page.waitForTimeout(REPORTED_MS);
  return page.evaluate(
    (known) =>
      [...window.recordedInteractions].flatMap(([id, duration]) => (known.includes(id) ? [] : [duration])),
    earlier,
  );
}
