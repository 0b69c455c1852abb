import { expect, it } from 'vitest';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { workbook } from '#tests/support/workbook.ts';

const bench = useDesignateApp();
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

it('a workbook of schools with unknown headers is imported once they are matched, and recognized the next time', async () => {
  const { orm } = bench;
  await makeSchool(orm, { name: 'Willow High', phone: '(907) 555-0100' });
  const page = await bench.pageOf(await makeAdmin(orm));
  const choose = async (phone: string) => {
    await page.goto('/highschools/import');
    await waitForHydration(page);
    const rows = [
      ['Campus', 'Main line'],
      ['Willow High', phone],
    ];
    const buffer = Buffer.from(workbook([{ name: 'Schools', rows }]));
    await page
      .getByLabel('Excel or CSV file')
      .setInputFiles({ name: 'schools.xlsx', mimeType: WORKBOOK, buffer });
    await page.getByRole('button', { name: 'Preview changes' }).click();
  };
  await choose('9075550111');
  await page.getByText("We don't recognize any columns in this file.").first().waitFor();
  expect(bench.browser.takeComplaints()).toHaveLength(1);
  await page.getByText('For example: Willow High').waitFor();
  await expectNoAxeViolations(page);
  // Pressing the other button would read the file again without the choices.
  expect(await page.locator('main .btn-primary').allInnerTexts()).toEqual(['Preview with these columns']);
  await page.getByLabel('Campus').selectOption({ label: 'Name' });
  await page.getByLabel('Main line').selectOption({ label: 'Phone' });
  await page.getByRole('button', { name: 'Preview with these columns' }).click();
  await page.getByText('0 schools to add, 1 to change').waitFor();
  expect(await page.getByText("We don't recognize any columns in this file.").count()).toBe(0);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Import 1 school' }).click();
  await page.getByText('1 school was changed.').waitFor();
  const phone = async () =>
    (await orm.em.fork().findOneOrFail(HighSchoolEntity, { name: 'Willow High' })).phone;
  expect(await phone()).toBe('(907) 555-0111');

  await choose('9075550122');
  await page.getByText('0 schools to add, 1 to change').waitFor();
});
