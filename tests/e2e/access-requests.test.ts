import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeAccessRequest } from '#tests/factories/access-request-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const PHONE = { viewport: { width: 375, height: 740 } };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const THANKS =
  "Thanks. If Aurora HS is in Scholars, its staff and the Scholars office can see your request. You'll get an email if they add you.";

async function expectAccessible(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  await expectFits(page);
}

async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
}

it('a person without a school requests access on a phone', async () => {
  const stranger = await makeUser(bench.orm, { firstName: 'Sam', lastName: 'Stranger' });
  const page = await bench.pageOf(stranger, PHONE);
  await page.goto('/');
  await waitForHydration(page);
  await page.getByText(`You're signed in as ${stranger.email}`).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Request access' }).click();
  await page.getByRole('heading', { name: 'Request access' }).waitFor();
  await button(page, 'Send request').click();
  await page.getByText("School's full name is required.").first().waitFor();
  expect(bench.browser.takeComplaints()).toEqual([]);
  await expectAccessible(page);
  await page.getByLabel("School's full name").fill('Aurora HS');
  await page.getByLabel('Position').selectOption('Counselor');
  await button(page, 'Send request').click();
  await page.getByText(THANKS).waitFor();
  await page.getByText(/Waiting since .* AK[SD]T/).waitFor();
  expect(await page.getByLabel("School's full name").inputValue()).toBe('');
  await expectFits(page);
});

it("requests are accepted after checking the address, on the school's page, or after finding the school of a mistyped name, on a phone", async () => {
  const cedar = await makeSchool(bench.orm, { name: 'Cedar High' });
  const admin = await makeAdmin(bench.orm);
  const stranger = await makeUser(bench.orm, {
    ...{ firstName: 'Sam', lastName: 'Stranger', email: 'stranger@x.example.org' },
  });
  await makeAccessRequest(bench.orm, { userId: stranger.id, highSchoolId: cedar.id });
  const { id: userId } = await makeUser(bench.orm, { firstName: 'Lee', lastName: 'Lost' });
  await makeAccessRequest(bench.orm, { userId, highSchoolId: null, schoolName: 'Ceder High' });
  const page = await bench.pageOf(admin, { ...PHONE, colorScheme: 'dark' });
  await page.goto(`/highschools/${cedar.id}`);
  await waitForHydration(page);
  const requests = page.getByRole('table', { name: 'Access requests' });
  await expectFits(page);
  await page.setViewportSize({ width: 768, height: 1024 });
  expect(
    await requests.evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)),
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize(PHONE.viewport);
  await button(page, 'Accept the request from Sam Stranger').click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByText('Check this address letter by letter: stranger@x.example.org').waitFor();
  const color = (name: string) =>
    dialog.evaluate((node, property) => {
      const strong = node.querySelector('strong');
      return strong === null ? '' : getComputedStyle(property === 'text' ? node : strong).color;
    }, name);
  expect(await color('address')).not.toBe(await color('text'));
  await expectAccessible(page);
  await button(page, 'Add to staff').click();
  await page.getByText('Sam Stranger joined the staff of Cedar High.').waitFor();
  expect(await requests.count()).toBe(0);

  await page.goto('/invites');
  await waitForHydration(page);
  await expectFits(page);
  const school = page.getByLabel('High school for Lee Lost');
  for (const width of [1366, 768]) {
    await page.setViewportSize({ width, height: 768 });
    expect((await school.boundingBox())?.width).toBeGreaterThanOrEqual(144);
    await expectFits(page);
  }
  await page.setViewportSize(PHONE.viewport);
  await school.fill('Cedar');
  await button(page, 'Accept the request from Lee Lost').click();
  await button(page, 'Add to staff').click();
  await page.getByText('No active high school is named “Cedar”.').waitFor();
  expect(await school.inputValue()).toBe('Cedar');
  expect(await school.getAttribute('aria-invalid')).toBe('true');
  expect(bench.browser.takeComplaints()).toHaveLength(1);
  await expectAccessible(page);
  await school.fill('Cedar High');
  await button(page, 'Accept the request from Lee Lost').click();
  await button(page, 'Add to staff').click();
  await page.getByText('Lee Lost joined the staff of Cedar High.').waitFor();
});
