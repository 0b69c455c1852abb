import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const row = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
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
  await page.getByText('Unable to save changes: This was changed').first().waitFor();
  await page.getByText('Currently saved: (907) 555-0666').waitFor();
  expect(bench.browser.takeComplaints()).toHaveLength(1);
  expect(await page.getByRole('textbox', { name: 'Notes (optional)' }).inputValue()).toBe('Boarding.');
  await page.getByLabel('Fax').fill('9075550777');
  await button(page, 'Save').click();
  await page.getByText('Changes saved!').waitFor();
  await page.getByText('Notes: “Boarding.”').waitFor();
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
