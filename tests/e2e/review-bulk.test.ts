import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { fits, statusesOf, yearOf } from '#tests/support/bulk-years.server.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const SOME_DOWNLOADED =
  'Some of these designations have already been downloaded - are you sure you want to continue?';
const PHONE = { viewport: { width: 375, height: 740 } };
const bench = useDesignateApp();
let admin: MadeUser;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm);
});

describe('approving many designations', () => {
  it('keeps the selection after Cancel, Back, and a reload, confirms what will change, and keeps the result for its user only, by keyboard', async () => {
    const { year, counselors } = await yearOf(bench, {
      Aspen: {},
      Birch: { students: 0 },
      Cedar: { status: 'APPROVED' },
      Denali: {},
    });
    const page = await bench.pageOf(admin);
    const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name} ${year.year}` });
    const expectTicked = async (expected: string[]) => {
      await box('Aspen').waitFor();
      const ticked = async () => {
        const names = [];
        for (const name of ['Aspen', 'Birch', 'Cedar', 'Denali'])
          if (await box(name).isChecked()) names.push(name);
        return names;
      };
      await expect.poll(ticked).toEqual(expected);
    };
    const main = page.getByRole('main');
    const address = `/designations?academicYearId=${year.id}&last=true`;
    const ask = async () => {
      await page.getByRole('button', { name: 'Approve…' }).press('Enter');
      await page.getByText('2 designations will be approved.').waitFor();
    };
    await page.goto(address);
    await waitForHydration(page);
    const pageBox = page.getByRole('checkbox', { name: 'Select all on this page' });
    await pageBox.press('Space');
    expect(await page.getByText('4 selected').isVisible()).toBe(true);
    await box('Denali').uncheck();
    expect(await page.getByText('3 selected').isVisible()).toBe(true);
    expect(await pageBox.isChecked()).toBe(false);
    await ask();
    expect(new URL(page.url()).search).toBe('');
    expect(await main.textContent()).toContain("1 designation won't change:");
    expect(await main.getByRole('listitem').allTextContents()).toEqual([
      `1 already approved: Cedar ${year.year}.`,
    ]);
    expect(await main.textContent()).toContain(`1 of them has an incomplete list: Birch ${year.year}.`);
    expect(await page.getByText("We'll email 2 staff members at 2 schools.").isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expectTicked(['Aspen', 'Birch', 'Cedar']);
    expect(page.url().slice(bench.app.url.length)).toBe(address);
    await ask();
    await page.goBack();
    await expectTicked(['Aspen', 'Birch', 'Cedar']);
    await ask();
    await page.reload();
    await page.getByRole('button', { name: 'Approve 2 designations' }).press('Enter');
    const done = page.getByText('2 designations were approved.');
    await done.waitFor();
    await expect
      .poll(() =>
        done.evaluate(
          (said) =>
            document.activeElement?.contains(said) === true && document.activeElement !== document.body,
        ),
      )
      .toBe(true);
    await expectNoAxeViolations(page);
    expect(await statusesOf(bench, year)).toEqual([
      'Aspen APPROVED',
      'Birch APPROVED',
      'Cedar APPROVED',
      'Denali PENDING',
    ]);
    const addresses = counselors.map(({ email }) => email);
    const emails = await bench.orm.em.fork().find(OutboxMailEntity, { toAddress: { $in: addresses } });
    expect(emails.map(({ toAddress }) => toAddress).sort()).toEqual(addresses.slice(0, 2).sort());

    await page.reload();
    await done.waitFor();
    await page.getByRole('link', { name: `Aspen ${year.year}` }).click();
    await page.getByRole('heading', { level: 1, name: 'Aspen' }).waitFor();
    await page.goBack();
    await done.waitFor();
    await page.getByRole('link', { name: 'Back to designations' }).click();
    await expectTicked([]);
    expect(new URL(page.url()).searchParams.get('academicYearId')).toBe(year.id);
    await page.goBack();
    await done.waitFor();
    await bench.signIn(page, await makeAdmin(bench.orm));
    await page.reload();
    await page.getByText('Nothing is selected').waitFor();
    await bench.signIn(page, admin);
    await page.reload();
    await page.getByText('Nothing is selected').waitFor();
    expect(await done.count()).toBe(0);
  });

  it('says that nothing is selected, and selects all matches, over all pages', async () => {
    const names = Array.from({ length: 53 }, (_, number) => `Spruce ${String(number).padStart(2, '0')}`);
    const { year } = await yearOf(
      bench,
      Object.fromEntries(names.map((name) => [name, { students: [], classSize: 0 }])),
    );
    const em = bench.orm.em.fork();
    const rejected = await em.findOneOrFail(DesignationEntity, {
      academicYear: year.id,
      highSchool: { name: 'Spruce 52' },
    });
    await em.nativeUpdate(DesignationEntity, { id: rejected.id }, { status: 'REJECTED', version: 1 });
    const page = await bench.pageOf(admin);
    await page.goto(`/designations?academicYearId=${year.id}`);
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Approve…' }).click();
    const missed = page.getByText('Nothing is selected. Select designations in the list, then choose');
    await missed.waitFor();
    expect(new URL(page.url()).pathname).toBe('/designations');
    await page.getByRole('checkbox', { name: 'Select all 53 that match' }).check();
    expect(await missed.count()).toBe(0);
    expect(await page.getByText('53 selected').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByText('52 designations will be approved.').waitFor();
    expect(await page.getByRole('main').getByRole('listitem').allTextContents()).toEqual([
      `1 already rejected: Spruce 52 ${year.year}.`,
    ]);
  });
});

it('selected designations are downloaded and returned after errors; each step is accessible and fits on a phone in dark mode', async () => {
  const { year } = await yearOf(bench, { Aspen: {}, Birch: { status: 'APPROVED' } });
  const page = await bench.pageOf(admin, { ...PHONE, colorScheme: 'dark' });
  await page.goto(`/designations?academicYearId=${year.id}`);
  await waitForHydration(page);
  const choose = async (action: string, sentence: string) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    if (action === 'Return…') await expectNoAxeViolations(page);
    expect(await fits(page)).toBe(true);
    await page.getByRole('button', { name: action }).click();
    await page.getByText(sentence).waitFor();
    expect(await fits(page)).toBe(true);
  };
  const download = page.getByRole('button', { name: 'Download CSV' });
  await choose('Download…', 'The file contains 2 designations with 2 students');
  expect(await page.getByText(SOME_DOWNLOADED).count()).toBe(0);
  await expectNoAxeViolations(page);
  const [file] = await Promise.all([page.context().waitForEvent('download'), download.click()]);
  const rows = parse<Record<string, string>>(await readFile(await file.path()), { bom: true, columns: true });
  expect(rows.map((row) => row['school name'])).toEqual(['Aspen', 'Birch']);
  await expect
    .poll(() =>
      bench.orm.em.fork().count(DesignationEntity, { academicYear: year.id, downloadedAt: { $ne: null } }),
    )
    .toBe(2);
  await page.goBack();
  await choose('Download…', 'The file contains 2 designations with 2 students');
  await download.click();
  const dialog = page.getByRole('alertdialog');
  expect(await dialog.getByText(SOME_DOWNLOADED).isVisible()).toBe(true);
  await Promise.all([
    page.context().waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);

  await page.goBack();
  await choose('Return…', '1 designation will be returned for correction.');
  const send = page.getByRole('button', { name: 'Return 1 designation' });
  await send.click();
  const summary = page.getByRole('alert');
  await summary.waitFor();
  expect(await summary.getByRole('listitem').allTextContents()).toEqual([
    'Choose at least one reason for returning the designation.',
    'Write a note that tells the school what to correct.',
  ]);
  await expectNoAxeViolations(page);
  expect(bench.browser.takeComplaints().join()).toContain('400 (Bad Request)');
  await page.getByLabel('An address is incomplete or wrong').check();
  await page.getByLabel('Note to the schools').fill('Please look at the addresses.');
  await send.click();
  await page.getByText('1 designation was returned for correction.').waitFor();
  expect(await statusesOf(bench, year)).toEqual(['Aspen RETURNED', 'Birch APPROVED']);
});
