import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { expectStep, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { makePendingReviews } from '#tests/support/pending-reviews.server.ts';
import { untilShortcutsWork } from '#tests/support/review-page.ts';

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 375, height: 740 },
];

const bench = useDesignateApp();
const pending = (count: number) => makePendingReviews(bench, count);
let admin: MadeUser;

beforeEach(async () => {
  admin = await makeAdmin(bench.orm, { firstName: 'Marian', lastName: 'Fox' });
});

function clicker() {
  let clicks = 0;
  return {
    click: async (target: Locator) => {
      clicks += 1;
      await target.click();
    },
    count: () => clicks,
  };
}

/** Checks the middle of the page on a large and a small screen and a phone, and leaves it on the phone. */
async function expectDecisionInView(page: Page): Promise<void> {
  for (const viewport of SCREENS) {
    await page.setViewportSize(viewport);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight / 2)');
    const box = await page.getByRole('button', { name: 'Approve' }).boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    expect(
      await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    ).toBe(true);
  }
}

describe('reviewing', () => {
  it('opens the queue from the list, keeps the decision in view, returns with 4 clicks, approves with one each, and undoes the last decision by key', async () => {
    const { counselor, statuses } = await pending(3);
    const page = await bench.pageOf(admin);
    const nav = page.getByRole('navigation', { name: 'Designations in the review queue' });
    const { click, count } = clicker();
    await page.goto('/designations');
    await click(page.getByRole('link', { name: 'Review 3 designations' }));
    await expectStep(page, 'School A');
    await expectDecisionInView(page);
    await click(page.locator('summary', { hasText: 'Return…' }));
    await expectNoAxeViolations(page);
    await click(page.getByRole('checkbox', { name: 'An address is incomplete or wrong' }));
    await click(page.getByRole('textbox', { name: 'Note to the school' }));
    await page.keyboard.type('Please add the apartment.');
    await click(page.getByRole('button', { name: 'Return designation' }));
    await expectStep(page, 'School B');
    expect([count(), await statuses()]).toEqual([5, ['RETURNED', 'PENDING', 'PENDING']]);
    const email = await bench.orm.em.fork().findOneOrFail(OutboxMailEntity, { toAddress: counselor.email });
    expect(email.textBody).toContain('Please add the apartment.');
    for (const [name, position] of [
      ['School B', '2 of 3 · 2 left'],
      ['School C', '3 of 3 · 1 left'],
    ] as const) {
      await expectStep(page, name);
      await nav.getByText(position).waitFor();
      await click(page.getByRole('button', { name: 'Approve' }));
    }
    await expectStep(page, 'Review queue');
    await page.getByText('All 3 designations in this queue have been reviewed.').waitFor();
    expect([count(), await statuses()]).toEqual([7, ['RETURNED', 'APPROVED', 'APPROVED']]);
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByText('Undo the last decision').waitFor();
    expect(await page.locator('.shortcut-keys kbd').allInnerTexts()).toEqual(['U', '?']);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('u');
    await expectStep(page, 'School C');
    await page.getByText('The status is Pending again.').waitFor();
    expect(await statuses()).toEqual(['RETURNED', 'APPROVED', 'PENDING']);
  });
});

it('the keyboard shortcuts move through the queue, open the forms, decide, are listed in a dialog, and can be turned off permanently', async () => {
  const { statuses } = await pending(3);
  const page = await bench.pageOf(admin);
  const active = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  await page.goto('/designations/review');
  for (const [key, name] of [
    ['n', 'School B'],
    ['p', 'School A'],
  ] as const) {
    await untilShortcutsWork(page);
    await page.keyboard.press(key);
    await expectStep(page, name);
  }
  await untilShortcutsWork(page);
  await page.keyboard.press('r');
  expect(await active(page.getByRole('checkbox').first())).toBe(true);
  await page.locator('h1').focus();
  await page.keyboard.press('j');
  const note = page.getByRole('textbox', { name: 'Note to the school' });
  expect(await active(note)).toBe(true);
  await page.keyboard.type('aan?');
  expect(await note.inputValue()).toBe('aan?');
  await note.fill('');
  await page.locator('h1').focus();
  await page.keyboard.press('Control+a');
  expect(await statuses()).toEqual(['PENDING', 'PENDING', 'PENDING']);
  await page.keyboard.press('a');
  await page.getByText('School A 2026 is now Approved.').waitFor();
  await expectStep(page, 'School B');
  await untilShortcutsWork(page);

  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('Approve', { exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press('a');
  await dialog.getByRole('button', { name: 'Turn off keyboard shortcuts' }).click();
  await dialog.getByText('Keyboard shortcuts are turned off.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.reload();
  await untilShortcutsWork(page);
  await page.keyboard.press('?');
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await dialog.getByRole('button', { name: 'Turn on keyboard shortcuts' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await statuses()).toEqual(['APPROVED', 'PENDING', 'PENDING']);
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Return designation' }).waitFor();
});
