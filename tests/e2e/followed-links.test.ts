import { expect, it } from 'vitest';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { expectStep, waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();

it("staff follow links of the menu, the dashboard, and a returned designation without reloading the document or loading the office's search and charts, and the menu's groups stay open or closed after a reload", async () => {
  const { orm, year } = bench;
  const school = await makeSchool(orm, { name: 'Plain High' });
  const { user } = await makeCounselor(orm, [school.id]);
  const target = { highSchoolId: school.id, academicYearId: year.id, submittedById: user.id };
  const designation = await makeDesignation(orm, {
    ...{ ...target, status: 'RETURNED', classSize: 10, criteria: 'OTHER', students: 1 },
    reasons: ['CLASS_SIZE'],
  });
  const page = await bench.pageOf(user);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await waitForHydration(page);
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  expect(await page.locator('canvas').count()).toBe(0);
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.filter((path) => path.includes('render-chart'))).toEqual([]);
  expect(await page.getByRole('link', { name: 'Search', exact: true }).count()).toBe(0);
  await page.keyboard.press('Control+k');
  expect(await page.getByRole('dialog').count()).toBe(0);

  const past = page.getByRole('navigation', { name: 'Main' }).getByRole('group');
  const group = past.getByText('Past designations');
  const signs = async () => ({
    plus: await group.locator('.icon-plus').isVisible(),
    minus: await group.locator('.icon-minus').isVisible(),
  });
  expect(await signs()).toEqual({ plus: true, minus: false });
  await group.click();
  expect(await signs()).toEqual({ plus: false, minus: true });
  await past.getByText('2026').press('Enter');
  const link = past.getByRole('link', { name: 'Plain High' });
  for (const press of [() => link.click(), () => link.click()]) {
    await press();
    await page.waitForURL(`**/designations/${designation.id}`);
    await page.getByRole('heading', { level: 1, name: 'Plain High' }).waitFor();
  }
  expect(await link.getAttribute('aria-current')).toBe('page');
  await expectNoAxeViolations(page);
  await page.locator('.alert').getByRole('link', { name: 'Make corrections' }).click();
  await expectStep(page, 'Method');
  expect(new URL(page.url()).pathname).toBe('/designate/method');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Plain High' }).waitFor();
  await page.goBack();
  await expectStep(page, 'Dashboard');
  const started = page.getByRole('region', { name: 'Started Designations', exact: true });
  await started.getByRole('link', { name: /^Plain High/ }).click();
  await page.waitForURL(`**/designate/*?school=${school.id}&year=${year.id}`);
  expect(documents).toBe(0);

  await page.reload();
  await link.waitFor();
  await past.getByText('2026').press('Enter');
  await link.waitFor({ state: 'hidden' });
  await page.goto('/account');
  await past.getByText('2026').waitFor();
  await waitForHydration(page);
  expect(await link.isVisible()).toBe(false);
});
