import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { fits, statusesOf, yearOf } from '#tests/support/bulk-years.server.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { untilShortcutsWork } from '#tests/support/review-page.ts';
import { passUndoTime } from '#tests/support/undo-time.server.ts';

const DARK = { colorScheme: 'dark' as const };

const bench = useDesignateApp();
let admin: MadeUser;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm);
});
beforeEach(() => passUndoTime(bench.orm));

async function idOf(year: { id: string }, name: string): Promise<string> {
  const { id } = await bench.orm.em
    .fork()
    .findOneOrFail(DesignationEntity, { academicYear: year.id, highSchool: { name } });
  return id;
}

/** Checks the page as it is on a phone, which has no shortcuts. */
async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 375, height: 740 });
  expect(await fits(page)).toBe(true);
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 1280, height: 900 });
}

it('a return that is undone by key offers its reasons and note again, to correct them, and is accessible on a phone in dark mode', async () => {
  const { year } = await yearOf(bench, { Aspen: {}, Birch: {} });
  const page = await bench.pageOf(admin, DARK);
  await page.goto(`/designations/${await idOf(year, 'Aspen')}?academicYearId=${year.id}&status=PENDING`);
  await waitForHydration(page);
  await page.getByText('Return…', { exact: true }).click();
  await page.getByLabel('An address is incomplete or wrong').first().check();
  await page.getByLabel('Note to the school').first().fill('Check the adress.');
  await page.getByRole('button', { name: 'Return designation' }).click();
  await page.getByRole('button', { name: 'Undo return' }).waitFor();
  await page.getByText(/^\d+ seconds? left$/).waitFor();
  await expectAccessibleOnPhone(page);
  await untilShortcutsWork(page);
  await page.keyboard.press('u');
  await page.getByText('The status is Pending again.').waitFor();
  const note = page.getByLabel('Note to the school').first();
  await expect.poll(() => note.inputValue()).toBe('Check the adress.');
  expect(await page.getByLabel('An address is incomplete or wrong').first().isChecked()).toBe(true);
  expect(await statusesOf(bench, year)).toEqual(['Aspen PENDING', 'Birch PENDING']);
});

it('a bulk approval is undone by key on its result page, until the time to undo ends on the open page, without moving the focus, and is accessible on a phone in dark mode', async () => {
  const { year } = await yearOf(bench, { Aspen: {} });
  const page = await bench.pageOf(admin, DARK);
  await page.clock.install();
  await page.goto(`/designations?academicYearId=${year.id}`);
  await waitForHydration(page);
  const approve = async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByRole('button', { name: 'Approve 1 designation' }).click();
    await page.getByText('1 designation was approved.').waitFor();
  };
  await approve();
  await untilShortcutsWork(page);
  await expectAccessibleOnPhone(page);
  await page.keyboard.press('u');
  await page.getByText("1 decision was undone. The school wasn't emailed.").waitFor();
  expect(await statusesOf(bench, year)).toEqual(['Aspen PENDING']);

  await page.getByRole('link', { name: 'Back to designations' }).click();
  await approve();
  const undo = page.getByRole('button', { name: 'Undo 1 decision' });
  await undo.focus();
  await page.clock.runFor(61_000);
  await page.getByText('You can no longer undo this.').waitFor();
  expect(await undo.count()).toBe(0);
  expect(await page.evaluate('document.activeElement?.className')).toContain('undo');
});
