import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { expectStep, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { makePendingReviews } from '#tests/support/pending-reviews.server.ts';
import { openDecision, untilShortcutsWork } from '#tests/support/review-page.ts';

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

describe('reviewing', () => {
  it('approves 4 designations in sequence with 5 clicks', async () => {
    const { names, statuses } = await pending(4);
    const page = await bench.pageOf(admin);
    const { click, count } = clicker();
    await page.goto('/');
    await click(page.getByRole('link', { name: 'Review 4 designations' }));
    for (const [index, name] of names.entries()) {
      await expectStep(page, name);
      await page.getByText(`${index + 1} of 4`).waitFor();
      await click(page.getByRole('button', { name: 'Approve' }));
    }
    await page.getByText('All 4 designations in this queue have been reviewed.').waitFor();
    expect(count()).toBe(5);
    expect(new Set(await statuses())).toEqual(new Set(['APPROVED']));
  });

  it('returns a designation from the list with 5 clicks, and continues with the next', async () => {
    const { counselor, statuses } = await pending(2);
    const page = await bench.pageOf(admin);
    const { click, count } = clicker();
    await page.goto('/designations');
    await click(page.getByRole('link', { name: 'Review 2 designations' }));
    await expectStep(page, 'School A');
    await click(page.locator('summary', { hasText: 'Return…' }));
    await click(page.getByRole('checkbox', { name: 'An address is incomplete or wrong' }));
    await click(page.getByRole('textbox', { name: 'Note to the school' }));
    await page.keyboard.type('Please add the apartment.');
    await click(page.getByRole('button', { name: 'Return designation' }));
    await expectStep(page, 'School B');
    expect(count()).toBe(5);
    expect(await statuses()).toEqual(['RETURNED', 'PENDING']);
    const email = await bench.orm.em.fork().findOneOrFail(OutboxMailEntity, { toAddress: counselor.email });
    expect(email.textBody).toContain('Please add the apartment.');
  });

  it('keeps the decision in view in the middle of the page, on a large and a small screen and a phone, and requires a note for a rejection', async () => {
    const { ids, statuses } = await pending(1);
    const page = await bench.pageOf(admin);
    await page.goto(`/designations/${ids[0]}`);
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
    await openDecision(page, 'Return…');
    await expectNoAxeViolations(page);
    await openDecision(page, 'Reject…');
    await page.getByRole('button', { name: 'Reject designation' }).click();
    await page.getByRole('alert').getByText('Write a note that tells the school why.').waitFor();
    bench.browser.takeComplaints();
    expect(await page.getByRole('button', { name: 'Reject designation' }).isVisible()).toBe(true);
    expect(await statuses()).toEqual(['PENDING']);
  });
});

describe('the keyboard shortcuts', () => {
  it('decide, open the forms, and move through the queue', async () => {
    const { statuses } = await pending(3);
    const page = await bench.pageOf(admin);
    await page.goto('/designations/review');
    await expectStep(page, 'School A');
    await untilShortcutsWork(page);
    await page.keyboard.press('n');
    await expectStep(page, 'School B');
    await untilShortcutsWork(page);
    await page.keyboard.press('p');
    await expectStep(page, 'School A');
    await untilShortcutsWork(page);
    await page.keyboard.press('r');
    expect(
      await page
        .getByRole('checkbox')
        .first()
        .evaluate((box) => box === document.activeElement),
    ).toBe(true);
    await page.locator('h1').focus();
    await page.keyboard.press('j');
    const note = page.getByRole('textbox', { name: 'Note to the school' });
    expect(await note.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('aan?');
    expect(await note.inputValue()).toBe('aan?');
    await note.fill('');
    await page.locator('h1').focus();
    await page.keyboard.press('Control+a');
    expect(await statuses()).toEqual(['PENDING', 'PENDING', 'PENDING']);
    await page.keyboard.press('a');
    await page.getByText('School A 2026 is now Approved.').waitFor();
    await expectStep(page, 'School B');
    expect(await statuses()).toEqual(['APPROVED', 'PENDING', 'PENDING']);
  });

  it("are listed in a dialog, do nothing while it's open, and can be turned off permanently", async () => {
    const { statuses } = await pending(1);
    const page = await bench.pageOf(admin);
    await page.goto('/designations/review');
    await untilShortcutsWork(page);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Approve', { exact: true }).waitFor();
    expect(await dialog.getByText('Next designation').count()).toBe(0);
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
    expect(await statuses()).toEqual(['PENDING']);
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Return designation' }).waitFor();
  });
});
