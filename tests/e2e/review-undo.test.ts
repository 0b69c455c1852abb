import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { fits, statusesOf, yearOf } from '#tests/support/bulk-years.server.ts';
import { expectStep, waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { chooseStatus, untilShortcutsWork } from '#tests/support/review-page.ts';
import { passUndoTime } from '#tests/support/undo-time.server.ts';

const DARK_PHONE = { viewport: { width: 375, height: 740 }, colorScheme: 'dark' as const };

const bench = useDesignateApp();
let admin: MadeUser;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm);
});
beforeEach(() => passUndoTime(bench.orm));

const listOf = (year: { id: string }) => `academicYearId=${year.id}&status=PENDING`;

async function idOf(year: { id: string }, name: string): Promise<string> {
  const { id } = await bench.orm.em
    .fork()
    .findOneOrFail(DesignationEntity, { academicYear: year.id, highSchool: { name } });
  return id;
}

async function selectAll(page: Page, year: { id: string }): Promise<void> {
  await page.goto(`/designations?academicYearId=${year.id}`);
  await waitForHydration(page);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
}

describe('a single decision', () => {
  it('is undone on the next page, which leads back to the designation, on a phone in dark mode', async () => {
    const { year, counselors } = await yearOf(bench, { Aspen: {}, Birch: {} });
    const page = await bench.pageOf(admin, DARK_PHONE);
    await page.goto(`/designations/${await idOf(year, 'Aspen')}?${listOf(year)}`);
    await chooseStatus(page, 'Approved');
    await page.getByRole('button', { name: 'Save and go to next' }).click();
    await expectStep(page, 'Birch');
    const text = `You approved Aspen ${year.year}. You can undo this for a minute. 1 email will be sent after that.`;
    await page.getByText(text).waitFor();
    await page.getByText(/^\d+ seconds? left$/).waitFor();
    expect(await fits(page)).toBe(true);
    await expectNoAxeViolations(page);
    await page.reload();
    await page.getByText(text).waitFor();
    await page.getByRole('button', { name: 'Undo approval' }).click();
    await expectStep(page, 'Aspen');
    await page
      .getByText(`The approval of Aspen ${year.year} was undone. The status is Pending again.`)
      .waitFor();
    expect(await statusesOf(bench, year)).toEqual(['Aspen PENDING', 'Birch PENDING']);
    expect(await page.getByRole('button', { name: 'Undo approval' }).count()).toBe(0);
    await page.getByText('Decision undone').first().waitFor();
    const [email] = await bench.orm.em
      .fork()
      .find(OutboxMailEntity, { toAddress: counselors[0]?.email ?? '' });
    expect(email?.state).toBe('CANCELLED');
  });
});

describe('an undone return', () => {
  it('by key offers its reasons and note again, to correct them', async () => {
    const { year } = await yearOf(bench, { Aspen: {}, Birch: {} });
    const page = await bench.pageOf(admin);
    await page.goto(`/designations/${await idOf(year, 'Aspen')}?${listOf(year)}`);
    await waitForHydration(page);
    await page.getByText('Return…', { exact: true }).click();
    await page.getByLabel('An address is incomplete or wrong').first().check();
    await page.getByLabel('Note to the school').first().fill('Check the adress.');
    await page.getByRole('button', { name: 'Return designation' }).click();
    await page.getByRole('button', { name: 'Undo return' }).waitFor();
    await untilShortcutsWork(page);
    await page.keyboard.press('u');
    await page.getByText('The status is Pending again.').waitFor();
    const note = page.getByLabel('Note to the school').first();
    await expect.poll(() => note.inputValue()).toBe('Check the adress.');
    expect(await page.getByLabel('An address is incomplete or wrong').first().isChecked()).toBe(true);
    expect(await statusesOf(bench, year)).toEqual(['Aspen PENDING', 'Birch PENDING']);
  });
});

describe('a bulk decision', () => {
  it('is undone as a whole on its result page, on a phone in dark mode', async () => {
    const { year } = await yearOf(bench, { Aspen: {}, Birch: {}, Cedar: { status: 'STARTED' } });
    const page = await bench.pageOf(admin, DARK_PHONE);
    await selectAll(page, year);
    await page.getByRole('button', { name: 'Reject…' }).click();
    await page.getByText('2 designations will be rejected.').waitFor();
    await page.getByRole('button', { name: 'Reject 2 designations' }).click();
    await page.getByText('Write a note that tells the school why.').first().waitFor();
    bench.browser.takeComplaints();
    await page.getByLabel('Note to the schools').fill('Submitted twice.');
    await page.getByRole('button', { name: 'Reject 2 designations' }).click();
    await page.getByText('2 designations were rejected.').waitFor();
    await page.getByText('You can undo this for a minute. 2 emails will be sent after that.').waitFor();
    expect(await fits(page)).toBe(true);
    await expectNoAxeViolations(page);
    await page.reload();
    await page.getByText('2 designations were rejected.').waitFor();
    await page.getByRole('button', { name: 'Undo 2 decisions' }).click();
    await page.getByText("2 decisions were undone. The schools weren't emailed.").waitFor();
    await page.getByRole('link', { name: `Aspen ${year.year}` }).waitFor();
    expect(await statusesOf(bench, year)).toEqual(['Aspen PENDING', 'Birch PENDING', 'Cedar STARTED']);
  });
});

describe('a bulk approval', () => {
  it('is undone by key on its result page, until the time to undo ends on the open page, without moving the focus', async () => {
    const { year } = await yearOf(bench, { Aspen: {} });
    const page = await bench.pageOf(admin);
    await page.clock.install();
    const approve = async () => {
      await selectAll(page, year);
      await page.getByRole('button', { name: 'Approve…' }).click();
      await page.getByRole('button', { name: 'Approve 1 designation' }).click();
      await page.getByText('1 designation was approved.').waitFor();
    };
    await approve();
    await untilShortcutsWork(page);
    await page.keyboard.press('u');
    await page.getByText("1 decision was undone. The school wasn't emailed.").waitFor();
    expect(await statusesOf(bench, year)).toEqual(['Aspen PENDING']);

    await approve();
    const undo = page.getByRole('button', { name: 'Undo 1 decision' });
    await undo.focus();
    await page.clock.runFor(61_000);
    await page.getByText('You can no longer undo this.').waitFor();
    expect(await undo.count()).toBe(0);
    expect(await page.evaluate('document.activeElement?.className')).toContain('undo');
  });
});
