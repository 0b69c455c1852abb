import { beforeAll, expect, it } from 'vitest';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
let admin: MadeUser;

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm, { firstName: 'Marian', lastName: 'Whitfield' });
  for (let made = 0; made < 2; made += 1) {
    const { id: highSchoolId } = await makeSchool(orm);
    const target = { highSchoolId, academicYearId: year.id, submittedById: admin.id };
    await makeDesignation(orm, { ...target, status: 'PENDING' });
  }
  await makeDelivery(orm, { status: 'AWAITING_APPROVAL' });
});

it("the menu says how many designations and emails are waiting, and stays in view on a long page; the user's menu opens by keyboard, closes with Escape, and links to the account", async () => {
  const page = await bench.pageOf(admin);
  await page.goto('/designations');
  await waitForHydration(page);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Designations 2 waiting for review', exact: true }).waitFor();
  await menu.getByRole('link', { name: 'Emails 1 waiting for approval', exact: true }).waitFor();
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.getByRole('main').evaluate((main) => main.style.setProperty('min-height', '4000px'));
  await page.evaluate(() => window.scrollTo(0, 1000));
  const first = menu.getByRole('link', { name: 'Dashboard' });
  expect((await first.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await menu.getByRole('link', { name: 'Logout' }).focus();
  const box = await menu.getByRole('link', { name: 'Logout' }).boundingBox();
  expect(box === null ? Infinity : box.y + box.height).toBeLessThanOrEqual(400);

  await page.setViewportSize({ width: 1280, height: 900 });
  const button = page.getByRole('button', { name: 'Marian Whitfield' });
  const account = page.getByRole('banner').getByRole('link', { name: 'Account Settings' });
  expect(await account.isVisible()).toBe(false);
  await button.press('Enter');
  await account.waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await account.waitFor({ state: 'hidden' });
  await button.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Account Settings' }).waitFor();
  await account.waitFor({ state: 'hidden' });
});
