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
  it('confirms what will change, applies it, and reports the result, by keyboard', async () => {
    const { year, counselors } = await yearOf(bench, {
      Aspen: {},
      Birch: { students: 0 },
      Cedar: { status: 'APPROVED' },
      Denali: {},
    });
    const page = await bench.pageOf(admin);
    await page.goto(`/designations?academicYearId=${year.id}`);
    await waitForHydration(page);
    const pageBox = page.getByRole('checkbox', { name: 'Select all on this page' });
    await pageBox.focus();
    await page.keyboard.press('Space');
    expect(await page.getByText('4 selected').isVisible()).toBe(true);
    await page.getByRole('checkbox', { name: `Select Denali ${year.year}` }).uncheck();
    expect(await page.getByText('3 selected').isVisible()).toBe(true);
    expect(await pageBox.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Approve…' }).focus();
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'Approve designations' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    const main = page.getByRole('main');
    await page.getByText('2 designations will be approved.').waitFor();
    expect(await main.textContent()).toContain("1 designation won't change:");
    expect(await main.getByRole('listitem').allTextContents()).toEqual([
      `1 already approved: Cedar ${year.year}.`,
    ]);
    expect(await main.textContent()).toContain(`1 of them has an incomplete list: Birch ${year.year}.`);
    expect(await page.getByText("We'll email 2 staff members at 2 schools.").isVisible()).toBe(true);
    expect(await statusesOf(bench, year)).toEqual([
      'Aspen PENDING',
      'Birch PENDING',
      'Cedar APPROVED',
      'Denali PENDING',
    ]);

    await page.getByRole('button', { name: 'Approve 2 designations' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('2 designations were approved.').waitFor();
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

    await page.getByRole('link', { name: 'Back to designations' }).click();
    await page.getByRole('checkbox', { name: `Select Denali ${year.year}` }).waitFor();
    expect(new URL(page.url()).searchParams.get('academicYearId')).toBe(year.id);
  });

  it('keeps the selection after Back, until it is done', async () => {
    const { year } = await yearOf(bench, { Aspen: {}, Birch: {}, Cedar: {} });
    const page = await bench.pageOf(admin);
    const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name} ${year.year}` });
    const expectTicked = async (expected: string[]) => {
      await box('Aspen').waitFor();
      const ticked = async () => {
        const names = [];
        for (const name of ['Aspen', 'Birch', 'Cedar']) if (await box(name).isChecked()) names.push(name);
        return names;
      };
      await expect.poll(ticked).toEqual(expected);
    };
    const ask = async () => {
      await page.getByRole('button', { name: 'Approve…' }).click();
      await page.getByRole('button', { name: 'Approve 2 designations' }).waitFor();
    };
    const address = `/designations?academicYearId=${year.id}&last=true`;
    await page.goto(address);
    await waitForHydration(page);
    await box('Aspen').check();
    await box('Cedar').check();
    await ask();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expectTicked(['Aspen', 'Cedar']);
    expect(page.url().slice(bench.app.url.length)).toBe(address);
    expect(await page.getByText('2 selected').isVisible()).toBe(true);

    await ask();
    await page.goBack();
    await expectTicked(['Aspen', 'Cedar']);
    await ask();
    await page.getByRole('button', { name: 'Approve 2 designations' }).click();
    await page.getByText('2 designations were approved.').waitFor();
    await page.goBack();
    await expectTicked([]);
    expect(await page.getByText('2 selected').count()).toBe(0);
  });

  it('approves all matches, over all pages, without email', async () => {
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
    await page.getByRole('checkbox', { name: "Don't email the schools" }).check();
    await page.getByRole('button', { name: 'Approve 52 designations' }).click();
    const done = page.getByText('52 designations were approved.');
    await done.waitFor();
    await expect
      .poll(() =>
        done.evaluate(
          (said) =>
            document.activeElement?.contains(said) === true && document.activeElement !== document.body,
        ),
      )
      .toBe(true);
    const statuses = (await statusesOf(bench, year)).map((line) => line.split(' ').at(-1));
    expect(statuses.filter((status) => status === 'APPROVED')).toHaveLength(52);
    expect(await em.count(OutboxMailEntity, { subject: { $like: 'Spruce %' } })).toBe(0);
  });
});

describe('returning many designations', () => {
  it('requires a reason and a note, keeps the selection, and skips designations that changed', async () => {
    const { year } = await yearOf(bench, { Aspen: {}, Birch: {} });
    const page = await bench.pageOf(admin);
    await page.goto(`/designations?academicYearId=${year.id}`);
    for (const name of ['Aspen', 'Birch']) {
      await page.getByRole('checkbox', { name: `Select ${name} ${year.year}` }).check();
    }
    await page.getByRole('button', { name: 'Return…' }).click();
    await page.getByText('2 designations will be returned for correction.').waitFor();
    await page.getByRole('button', { name: 'Return 2 designations' }).click();
    const summary = page.getByRole('alert');
    await summary.waitFor();
    expect(await summary.getByRole('listitem').allTextContents()).toEqual([
      'Choose at least one reason for returning the designation.',
      'Write a note that tells the school what to correct.',
    ]);
    await page.getByLabel('An address is incomplete or wrong').check();
    await page.getByLabel('Note to the schools').fill('Please look at the addresses.');
    const em = bench.orm.em.fork();
    const birch = { academicYear: year.id, highSchool: { name: 'Birch' } };
    const { id, version } = await em.findOneOrFail(DesignationEntity, birch);
    await em.nativeUpdate(DesignationEntity, { id }, { version: version + 1 });
    await page.getByRole('button', { name: 'Return 2 designations' }).click();
    await page.getByText('1 designation was returned for correction.').waitFor();
    expect(await page.getByRole('main').getByRole('listitem').allTextContents()).toEqual([
      `1 changed in the meantime: Birch ${year.year}.`,
    ]);
    expect(await statusesOf(bench, year)).toEqual(['Aspen RETURNED', 'Birch PENDING']);
    expect(bench.browser.takeComplaints().every((line) => line.includes('400 (Bad Request)'))).toBe(true);
  });
});

it('a bulk decision is accessible and fits on a phone in dark mode, at every step', async () => {
  const { year } = await yearOf(bench, { Aspen: {}, Birch: { status: 'APPROVED' } });
  const page = await bench.pageOf(admin, { ...PHONE, colorScheme: 'dark' });
  for (const [action, sentence] of [
    ['Download…', 'The file contains 2 designations'],
    ['Return…', '1 designation will be returned for correction.'],
  ] as const) {
    await page.goto(`/designations?academicYearId=${year.id}`);
    await waitForHydration(page);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    if (action === 'Return…') await expectNoAxeViolations(page);
    expect(await fits(page)).toBe(true);
    await page.getByRole('button', { name: action }).click();
    await page.getByText(sentence).waitFor();
    if (action === 'Download…') await expectNoAxeViolations(page);
    expect(await fits(page)).toBe(true);
  }
  await page.getByRole('button', { name: 'Return 1 designation' }).click();
  await page.getByRole('alert').waitFor();
  await expectNoAxeViolations(page);
  expect(bench.browser.takeComplaints().join()).toContain('400 (Bad Request)');
});

describe('the page of selected designations', () => {
  it('keeps selection and result after a reload, links each designation that was decided, and shows all that only to its user', async () => {
    const { year } = await yearOf(bench, { Aspen: {}, Birch: {} });
    const page = await bench.pageOf(admin);
    await page.goto(`/designations?academicYearId=${year.id}`);
    await waitForHydration(page);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByText('2 designations will be approved.').waitFor();
    await page.reload();
    await page.getByText('2 designations will be approved.').waitFor();
    await page.getByRole('button', { name: 'Approve 2 designations' }).click();
    const done = page.getByText('2 designations were approved.');
    await done.waitFor();
    await page.reload();
    await done.waitFor();
    await page.getByRole('link', { name: `Aspen ${year.year}` }).click();
    await page.getByRole('heading', { level: 1, name: 'Aspen' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/designations\/[0-9a-f-]{36}$/);
    await page.goBack();
    await done.waitFor();
    await bench.signIn(page, await makeAdmin(bench.orm));
    await page.reload();
    await page.getByText('Nothing is selected').waitFor();
    await bench.signIn(page, admin);
    await page.reload();
    await page.getByText('Nothing is selected').waitFor();
    expect(await page.getByText('designations were approved.').count()).toBe(0);
  });
});

describe('downloading what is selected', () => {
  it('contains only the selection, records the download, and asks the next time', async () => {
    const { year } = await yearOf(bench, { Aspen: {}, Birch: {}, Cedar: {} });
    const page = await bench.pageOf(admin);
    const choose = async () => {
      await page.goto(`/designations?academicYearId=${year.id}`);
      for (const name of ['Aspen', 'Cedar']) {
        await page.getByRole('checkbox', { name: `Select ${name} ${year.year}` }).check();
      }
      await page.getByRole('button', { name: 'Download…' }).click();
      await page.getByText('The file contains 2 designations with 2 students').waitFor();
    };
    await choose();
    expect(await page.getByText(SOME_DOWNLOADED).count()).toBe(0);
    const [download] = await Promise.all([
      page.context().waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const text = await readFile(await download.path());
    const rows = parse<Record<string, string>>(text, { bom: true, columns: true });
    expect(rows.map((row) => row['school name'])).toEqual(['Aspen', 'Cedar']);
    await expect
      .poll(() =>
        bench.orm.em.fork().count(DesignationEntity, { academicYear: year.id, downloadedAt: { $ne: null } }),
      )
      .toBe(2);
    await choose();
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.getByText(SOME_DOWNLOADED).isVisible()).toBe(true);
    await Promise.all([
      page.context().waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
  });
});
