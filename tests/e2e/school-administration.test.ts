import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeExtension, makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const row = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

async function downloaded(page: Page, press: () => Promise<void>): Promise<Record<string, string>[]> {
  const [file] = await Promise.all([page.context().waitForEvent('download'), press()]);
  return parse(await readFile(await file.path()), { columns: true, bom: true });
}

it('an administrator finds, adds, and changes schools', async () => {
  const { orm } = bench;
  const admin = await makeAdmin(orm);
  await makeSchool(orm, { name: 'Birch High', phone: '(907) 555-0299' });

  const page = await bench.pageOf(admin);
  await page.clock.install();
  await open(page, '/highschools');
  await expectNoAxeViolations(page);
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('Phone', { exact: true }).fill('0299');
  await page.clock.runFor(1_000);
  await page.waitForURL('**/highschools?phone=0299');
  await page.getByText('1 high school', { exact: true }).waitFor();
  expect(await row(page, 'High schools', 'Birch High').innerText()).toMatch(
    /Active[\s\S]*0299[\s\S]*None[\s\S]*0/,
  );
  const listed = await downloaded(page, () => link(page, 'Download CSV').click());
  expect(listed.map(({ name, 'approved designations': count }) => [name, count])).toEqual([
    ['Birch High', '0'],
  ]);

  await link(page, 'Add high school').click();
  await page.getByRole('heading', { level: 1, name: 'Add high school' }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByLabel('Name', { exact: true }).fill('Aurora High');
  await link(page, 'About').click();
  const question = page.getByRole('alertdialog');
  await question.getByText('Your changes have not been saved. Do you want to leave?').waitFor();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'hidden' });
  await button(page, 'Add high school').click();
  await page.getByRole('alert').getByRole('link', { name: 'Zipcode is required.' }).click();
  await page.keyboard.type('99801');
  await page.getByLabel('Phone', { exact: true }).fill('9075550123');
  await page.getByLabel('Address 1').fill('1 Polar Road');
  await page.getByLabel('City').fill('Juneau');
  expect(await page.getByLabel('State').inputValue()).toBe('Alaska');
  await page.getByLabel('Address 1').press('Enter');
  await page.getByText('Changes saved!').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Aurora High' }).waitFor();
  expect(await page.getByLabel('Phone', { exact: true }).inputValue()).toBe('(907) 555-0123');
  await expectNoAxeViolations(page);

  await page.getByLabel('Status').selectOption('Active');
  await page.getByRole('textbox', { name: 'Notes (optional)' }).fill('Boarding.');
  await orm.em.fork().nativeUpdate(HighSchoolEntity, { name: 'Aurora High' }, { fax: '(907) 555-0666' });
  await button(page, 'Save').click();
  await page.getByText('Unable to save changes: Someone else changed this').first().waitFor();
  await page.getByText('Currently saved: (907) 555-0666').waitFor();
  expect(bench.browser.takeComplaints()).toHaveLength(1);
  expect(await page.getByRole('textbox', { name: 'Notes (optional)' }).inputValue()).toBe('Boarding.');
  await page.getByLabel('Fax').fill('9075550777');
  await button(page, 'Save').click();
  await page.getByText('Changes saved!').waitFor();
  await page.getByText('Notes: “Boarding.”').waitFor();
});

it('an administrator adds, invites, changes, and removes staff, and confirms removals by keyboard', async () => {
  const { orm } = bench;
  const { id } = await makeSchool(orm, { name: 'Dogwood High' });
  const colleague = await makeUser(orm, { firstName: 'Kim', lastName: 'Colleague' });
  const page = await bench.pageOf(await makeAdmin(orm));
  await open(page, `/highschools/${id}`);
  await page.getByText('No staff yet').waitFor();
  for (const email of [colleague.email, 'new@x.example.org']) {
    await page.getByLabel('Email', { exact: true }).fill(email);
    await button(page, 'Send invite').click();
    await page.getByText('Successfully invited user to Dogwood High').waitFor();
    await row(page, 'Pending invites', email).waitFor();
    await bench.app.mail.waitForEmailTo(email);
  }
  await page.getByText('No staff yet').waitFor();
  const invited = await bench.pageOf(colleague);
  await open(invited, '/');
  const offer = row(invited, 'Your invites', 'Dogwood High');
  expect(await offer.innerText()).toMatch(/Dogwood High\s+Staff\s+Ada .+AK[SD]T/s);
  await invited.getByText("You aren't assigned to any high schools.").waitFor();
  expect(await invited.getByText('If a school invited you').count()).toBe(0);
  await expectNoAxeViolations(invited);
  await button(invited, 'Accept the invite to Dogwood High').click();
  await invited.getByText('You joined Dogwood High').waitFor();
  expect(await invited.getByRole('table', { name: 'Your invites' }).count()).toBe(0);
  await page.reload();
  await waitForHydration(page);
  await page.getByLabel('Position of Kim Colleague').selectOption('Principal');
  await page.getByText('Position: Staff → Principal').waitFor();
  await expectNoAxeViolations(page);

  await button(page, 'Remove the invite for new@x.example.org').click();
  await page.getByText('Are you sure you want to remove the invite for new@x.example.org?').waitFor();
  await button(page, 'Remove invite').click();
  await page.getByText('Invite successfully removed!').waitFor();
  await button(page, 'Remove Kim Colleague').press('Enter');
  const question = page.getByRole('alertdialog');
  await question.getByText('This school will have no one left to submit a designation.').waitFor();
  await page.keyboard.press('Escape');
  expect(await row(page, 'Staff', 'Kim Colleague').count()).toBe(1);
  await button(page, 'Remove Kim Colleague').press('Enter');
  await button(page, 'Remove from staff').press('Enter');
  await page.getByText('Successfully removed staff member from school').waitFor();
  await page.getByText('No staff yet').waitFor();
});

it("an administrator sees a school's extension, and downloads the school and its designations", async () => {
  const { orm } = bench;
  const admin = await makeAdmin(orm);
  const earlier = await makeYear(orm, { year: 2020, status: 'INACTIVE' });
  const spruce = await makeSchool(orm, { name: 'Spruce High' });
  const { user: counselor } = await makeCounselor(orm, [spruce.id], { lastName: 'Counselor' });
  await makeDesignation(orm, {
    highSchoolId: spruce.id,
    academicYearId: earlier.id,
    submittedById: counselor.id,
    status: 'APPROVED',
    students: 1,
  });
  const dueAt = new Date('2027-01-05T09:00:00Z');
  await makeExtension(orm, {
    academicYearId: bench.year.id,
    highSchoolId: spruce.id,
    dueAt,
    grantedById: admin.id,
  });

  const page = await bench.pageOf(admin);
  await open(page, `/highschools/${spruce.id}`);
  await page.getByRole('region', { name: 'Extension for 2026' }).getByText('Jan 5, 2027').waitFor();
  const own = await downloaded(page, () => link(page, 'Download school as CSV').click());
  expect(own.map(({ staff }) => staff)).toEqual([`Pat Counselor, COUNSELOR, ${counselor.email}`]);
  const designations = await downloaded(page, () => link(page, 'Download designations as CSV').click());
  expect(designations.map(({ year }) => year)).toEqual(['2020']);
  await row(page, 'Designations', '2020').getByText('Not yet').waitFor({ state: 'detached' });
  await link(page, 'Download designations as CSV').click();
  await page
    .getByText('Some of these designations have already been downloaded - are you sure you want to continue?')
    .waitFor();
  await page.keyboard.press('Escape');
});

it('an administrator previews a list of schools, then imports it', async () => {
  const { orm } = bench;
  await makeSchool(orm, { name: 'Willow High', bannerCode: 'W1' });
  const page = await bench.pageOf(await makeAdmin(orm));
  await open(page, '/highschools');
  await link(page, 'Import schools').click();
  await page.getByRole('heading', { level: 1, name: 'Import schools' }).waitFor();
  await button(page, 'Preview changes').click();
  await link(page, 'Choose a file or paste cells from a spreadsheet.').waitFor();
  expect(bench.browser.takeComplaints()).toHaveLength(1);
  const list = [
    'bannerCode;name;phone;address1;city;zip5;status;notes',
    `W1;Willow Creek High;;;;;;"Two\nlines"`,
    ';Larch High;9075550144;1 Larch Road;Palmer;99645;ACTIVE;',
    ';Broken High;;;;;;',
  ].join('\n');
  const file = { name: 'schools.csv', mimeType: 'text/csv', buffer: Buffer.from(list) };
  await page.getByLabel('CSV file').setInputFiles(file);
  await button(page, 'Preview changes').click();
  await page.getByText('1 school to add, 1 to change, 0 unchanged. 1 row has an error').waitFor();
  await row(page, 'Rows', 'Willow High').getByText('Name: Willow High → Willow Creek High').waitFor();
  await row(page, 'Rows', 'Broken High').getByText('Phone: Phone is required.').waitFor();
  await button(page, 'Import 2 schools').click();
  await page.getByText('Changes saved! 1 school was added and 1 school was changed.').waitFor();
  expect(await row(page, 'High schools', 'Larch High').innerText()).toMatch(/Active/);
  const where = { bannerCode: 'W1' };
  expect(await storedRows(orm, HighSchoolEntity, ['name', 'notes'], { where })).toEqual([
    { name: 'Willow Creek High', notes: 'Two\nlines' },
  ]);
});

it('an administrator activates selected schools, and sees which ones although the filter hides them now', async () => {
  const { orm } = bench;
  const made = [];
  for (const name of ['Fireweed High', 'Dryas High']) {
    made.push(await makeSchool(orm, { name, status: 'INACTIVE' }));
  }
  const page = await bench.pageOf(await makeAdmin(orm));
  await open(page, '/highschools?status=INACTIVE');
  await button(page, 'Activate…').click();
  await page.getByText('No school is selected. Select schools in the list, then choose an action.').waitFor();
  for (const { name } of made) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await button(page, 'Activate…').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate 2 selected schools' }).click();
  const result = page.getByRole('status').filter({ hasText: '2 schools are now active.' });
  await result.waitFor();
  expect(await result.getByRole('link').allInnerTexts()).toEqual(['Dryas High', 'Fireweed High']);
  // The list is loaded again after the result is shown.
  await expect.poll(() => row(page, 'High schools', 'Dryas High').count()).toBe(0);
  expect(
    await result.evaluate(
      (shown) => shown.contains(document.activeElement) || shown.parentElement === document.activeElement,
    ),
  ).toBe(true);
  await expectNoAxeViolations(page);
  await result.getByRole('link', { name: 'Dryas High' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dryas High' }).waitFor();
});
