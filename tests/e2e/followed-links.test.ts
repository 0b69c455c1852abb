import { expect, it } from 'vitest';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();

it('links of the menu and the dashboard are followed without reloading the document, and add only new pages to the history', async () => {
  const { orm, year } = bench;
  const school = await makeSchool(orm, { name: 'Plain High' });
  const { user } = await makeCounselor(orm, [school.id]);
  const target = { highSchoolId: school.id, academicYearId: year.id, submittedById: user.id };
  const designation = await makeDesignation(orm, { ...target, status: 'PENDING' });
  const page = await bench.pageOf(user);
  await page.goto('/');
  await waitForHydration(page);
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));

  const past = page.getByRole('navigation', { name: 'Main' }).getByRole('group');
  const group = past.getByText('Past designations');
  const signs = async () => ({
    plus: await group.locator('.icon-plus').isVisible(),
    minus: await group.locator('.icon-minus').isVisible(),
  });
  expect(await signs()).toEqual({ plus: true, minus: false });
  await group.click();
  expect(await signs()).toEqual({ plus: false, minus: true });
  await past.getByText('2026').click();
  const link = past.getByRole('link', { name: 'Plain High' });
  for (const press of [() => link.click(), () => link.click()]) {
    await press();
    await page.waitForURL(`**/designations/${designation.id}`);
    await page.getByRole('heading', { level: 1, name: 'Plain High' }).waitFor();
  }
  expect(await link.getAttribute('aria-current')).toBe('page');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  const pending = page.getByRole('region', { name: 'Pending Designations', exact: true });
  await pending.getByRole('link', { name: /^Plain High/ }).click();
  await page.waitForURL(`**/designate/agreement?school=${school.id}&year=${year.id}`);
  expect(documents).toBe(0);
});

it("the menu's groups stay open or closed after a reload", async () => {
  const { school, counselor } = await bench.newSchool();
  const target = { highSchoolId: school.id, academicYearId: bench.year.id, submittedById: counselor.id };
  await makeDesignation(bench.orm, { ...target, status: 'PENDING' });
  const page = await bench.pageOf(counselor);
  await page.goto('/about');
  await waitForHydration(page);
  const past = page.getByRole('navigation', { name: 'Main' }).getByRole('group');
  const link = past.getByRole('link', { name: school.name });
  await past.getByText('Past designations').click();
  await past.getByText('2026').press('Enter');
  await link.waitFor();
  await page.reload();
  await link.waitFor();
  await past.getByText('2026').press('Enter');
  await link.waitFor({ state: 'hidden' });
  await page.goto('/account');
  await past.getByText('2026').waitFor();
  await waitForHydration(page);
  expect(await link.isVisible()).toBe(false);
});
